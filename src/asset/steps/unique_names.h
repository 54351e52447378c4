// Names that nobody else has.
#pragma once

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>

namespace phalanx {

// "Body", "Body 2", "Body 3": in linear time, however many ask for one name.
class UniqueNames {
  public:
    std::string take(const std::string& wanted) {
        if (taken_.insert(wanted).second) return wanted;
        std::size_t& number = last_of_.try_emplace(wanted, 1).first->second;
        std::string name;
        do name = fmt::format("{} {}", wanted, ++number);
        while (!taken_.insert(name).second);
        return name;
    }

  private:
    std::set<std::string> taken_;
    std::map<std::string, std::size_t> last_of_;  // the number that was given last
};

}  // namespace phalanx
