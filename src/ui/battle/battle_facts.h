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
        std::string why;  // "after 1.3 to 1.8 s, 55 %"
    };
    struct State {
        std::string name;
        std::string clip;
        std::uint32_t soldiers = 0;
        bool out = false;
        std::vector<Edge> to;
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
    std::vector<Edge> any;  // from all states that are not `out`
    std::array<Host, 2> hosts{};
    std::optional<Company> company;               // of the selected soldier
    std::optional<std::size_t> selected_state{};  // of the selected soldier
};

}  // namespace phalanx
