// Loops on several threads that are kept between calls: every item runs once, exceptions, nested calls, calls
// from several threads.
#include "core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace phalanx {
namespace {

TEST(Parallel, RunsEachItemOnce) {
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        for (const std::size_t count : {0U, 1U, 2U, 7U, 1000U}) {
            std::vector<int> done(count, 0);  // not atomic: a second visit would be a data race
            parallelFor(count, threads, [&](std::size_t i) { ++done[i]; });
            for (const int times : done) ASSERT_EQ(times, 1) << count << " items, " << threads << " threads";
        }
    }
}

// A frame makes many short calls: their results must be visible when they return.
TEST(Parallel, IsDoneWhenItReturns) {
    std::vector<std::size_t> squares(64);
    for (std::size_t round = 0; round < 5000; ++round) {
        parallelFor(squares.size(), 4, [&](std::size_t i) { squares[i] = round * i; });
        for (std::size_t i = 0; i < squares.size(); ++i) ASSERT_EQ(squares[i], round * i);
    }
}

// All items at the same time: each waits until the others have started.
TEST(Parallel, UsesTheRequestedNumberOfThreads) {
    constexpr unsigned kThreads = 5;
    std::barrier together(kThreads);
    std::mutex mutex;
    std::set<std::thread::id> ids;
    for (int round = 0; round < 3; ++round) {
        ids.clear();
        parallelFor(kThreads, kThreads, [&](std::size_t) {
            together.arrive_and_wait();
            const std::lock_guard lock(mutex);
            ids.insert(std::this_thread::get_id());
        });
        EXPECT_EQ(ids.size(), kThreads);
        EXPECT_TRUE(ids.contains(std::this_thread::get_id())) << "the calling thread takes part";
    }
}

TEST(Parallel, KeepsItsThreads) {
    std::mutex mutex;
    std::set<std::thread::id> ids;
    for (int round = 0; round < 50; ++round) {
        std::barrier together(3);
        parallelFor(3, 3, [&](std::size_t) {
            together.arrive_and_wait();
            const std::lock_guard lock(mutex);
            ids.insert(std::this_thread::get_id());
        });
    }
    // Ids of ended threads may be reused, but one new thread per call would give more ids than this.
    EXPECT_LE(ids.size(), 4 * std::size_t{hardwareThreads()} + 17);
}

TEST(Parallel, RethrowsTheFirstExceptionAndKeepsWorking) {
    for (int round = 0; round < 200; ++round) {
        std::atomic<int> begun{0};
        EXPECT_THROW(parallelFor(10'000, 4,
                                 [&](std::size_t i) {
                                     ++begun;
                                     if (i == 20) throw std::runtime_error("item 20");
                                 }),
                     std::runtime_error);
        EXPECT_GE(begun, 1);
        int sum = 0;
        parallelFor(1, 4, [&](std::size_t) { ++sum; });
        ASSERT_EQ(sum, 1);
    }
    EXPECT_THROW(parallelFor(1, 1, [](std::size_t) { throw std::runtime_error("alone"); }),
                 std::runtime_error);
}

TEST(Parallel, NestedCalls) {
    std::vector<std::vector<int>> done(20, std::vector<int>(30, 0));
    for (int round = 0; round < 20; ++round) {
        parallelFor(done.size(), 4, [&](std::size_t i) {
            parallelFor(done[i].size(), 4, [&](std::size_t j) { ++done[i][j]; });
        });
    }
    for (const std::vector<int>& row : done) {
        for (const int times : row) ASSERT_EQ(times, 20);
    }
}

TEST(Parallel, CallsFromSeveralThreads) {
    std::vector<std::size_t> sums(6, 0);
    std::vector<std::thread> callers;
    for (std::size_t& sum : sums) {
        callers.emplace_back([&sum] {
            std::vector<std::size_t> items(100);
            for (int round = 0; round < 200; ++round) {
                parallelFor(items.size(), 3, [&](std::size_t i) { items[i] = i; });
                for (const std::size_t item : items) sum += item;
            }
        });
    }
    for (std::thread& caller : callers) caller.join();
    for (const std::size_t sum : sums) EXPECT_EQ(sum, 200U * 4950U);
}

// A long loop in the background does not occupy all threads: the items of the short loop wait for each other.
TEST(Parallel, AShortLoopDoesNotWaitForALongOne) {
    std::atomic<bool> short_done{false};
    std::barrier long_begun(3);
    std::thread background([&] {
        parallelFor(2, 2, [&](std::size_t) {
            long_begun.arrive_and_wait();
            short_done.wait(false);
        });
    });
    long_begun.arrive_and_wait();
    std::barrier together(2);
    parallelFor(2, 2, [&](std::size_t) { together.arrive_and_wait(); });
    short_done = true;
    short_done.notify_all();
    background.join();
}

}  // namespace
}  // namespace phalanx
