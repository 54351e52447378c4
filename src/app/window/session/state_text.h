// The state dump of the window for tests: lines of "name value", which awk and grep can read.
#pragma once

#include <fmt/format.h>

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace phalanx {

class StateText {
  public:
    template <typename Value>
    void add(std::string_view name, const Value& value) {
        text_ += fmt::format("{} {}\n", name, value);
    }
    void add(std::string_view name, bool value) { add(name, value ? 1 : 0); }
    void add(std::string_view name, const glm::dvec3& v) {
        add(name, fmt::format("{:.5f} {:.5f} {:.5f}", v.x, v.y, v.z));
    }
    // Replaces line breaks in the value by spaces.
    void addLine(std::string_view name, std::string value) {
        for (char& c : value) c = c == '\n' ? ' ' : c;
        add(name, value);
    }
    template <typename Value>
    void addIf(std::string_view name, const std::optional<Value>& value) {
        if (value) {
            add(name, *value);
        } else {
            add(name, "-");
        }
    }
    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

}  // namespace phalanx
