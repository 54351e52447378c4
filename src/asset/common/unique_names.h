// Makes names unique by a number.
#pragma once

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>

namespace phalanx {

// "Body", "Body 2", "Body 3". The number per name is stored, so many equal names do not take quadratic time.
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
    std::map<std::string, std::size_t> last_of_;  // the number used last
};

}  // namespace phalanx
