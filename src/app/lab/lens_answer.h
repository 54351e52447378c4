// What a lens of the lab has asked the GPU for, and the last answer.
#pragma once

#include <chrono>
#include <optional>
#include <utility>

namespace phalanx {

// Subject: what the numbers describe, apart from the clock; compared by ==.
template <class Subject, class Numbers>
class LensAnswer {
  public:
    struct Entry {
        Subject subject;
        Numbers numbers;
    };

    // Whether to ask: nothing is asked for, and the answer is old or about something else.
    bool due(const Subject& subject) const {
        return !asked_ && (about(subject) == nullptr || Clock::now() - answered_at_ > kAskAgain);
    }
    void ask(Subject subject, Numbers numbers) { asked_ = Entry{std::move(subject), std::move(numbers)}; }
    // What was asked for and is not answered; nullptr: nothing. Complete its numbers, then call answered().
    Entry* asked() { return asked_ ? &*asked_ : nullptr; }
    void answered() {
        answer_ = std::exchange(asked_, std::nullopt);
        answered_at_ = Clock::now();
    }
    // The answer about this subject; nullptr: there is none.
    const Numbers* about(const Subject& subject) const {
        return answer_ && answer_->subject == subject ? &answer_->numbers : nullptr;
    }
    void forget() {
        asked_.reset();
        answer_.reset();
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr auto kAskAgain = std::chrono::milliseconds(250);  // so that numbers can be read

    std::optional<Entry> asked_;
    std::optional<Entry> answer_;
    Clock::time_point answered_at_;
};

}  // namespace phalanx
