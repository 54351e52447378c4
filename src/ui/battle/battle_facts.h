// What the battle page shows: the graph with its soldiers, the hosts, and the company of the selected
// soldier.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace phalanx {

struct BattleFacts {
    struct Edge {
        std::size_t to = 0;
        std::string why;      // "after 1.3 to 1.8 s, 55 %"
        bool shared = false;  // by all states that are not `out`
    };
    struct State {
        std::string name;
        std::string clip;
        std::uint32_t soldiers = 0;
        bool out = false;
        std::vector<Edge> to;  // in the order in which they are tried
    };
    struct Host {
        std::uint32_t left = 0;
        std::uint32_t of = 0;
        std::uint32_t companies = 0;  // that have not fled
    };
    struct Company {
        std::uint32_t number = 0;
        int host = 0;
        std::string order;
        std::uint32_t left = 0;
        std::uint32_t of = 0;
        bool broken = false;
    };
    std::string why_none;  // "": one is fought
    std::string about;     // the graph, in its own words
    double seconds = 0.0;
    std::size_t start = 0;
    std::vector<State> states;
    std::array<Host, 2> hosts{};
    int winner = -1;                              // the host that is left; -1: both are, or none
    std::optional<Company> company;               // of the selected soldier
    std::optional<std::size_t> selected_state{};  // of the selected soldier
};

// A company as its mark in the view shows it.
struct CompanyFlag {
    std::uint32_t company = 0;
    int host = 0;
    glm::dvec2 foot{0.0};  // window coordinates
    float scale = 1.0F;    // 0 .. 1, by its distance
    bool selected = false;
};

}  // namespace phalanx
