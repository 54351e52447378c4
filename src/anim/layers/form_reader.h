// Reads a JSON form member by member. Errors name the file and the member: "walk.json: layers[0].weight is
// not a number from 0 to 1", Error (kUsage); with the form's text also the line, "walk.json:3: ...".
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/json_text.h"
#include "core/printable.h"
#include "core/spelling.h"

namespace phalanx {

// A value within the form. Value, file name and text must outlive it.
class FormReader {
  public:
    using Json = nlohmann::ordered_json;

    FormReader(const Json& value, std::string path, const std::string& file, std::string_view text = {})
        : value_(value), path_(std::move(path)), file_(file), text_(text) {}

    const std::string& path() const { return path_; }

    [[noreturn]] void fail(const std::string& what) const {
        const int line = lineOfMember(text_, path_);
        throw usageError(line > 0 ? fmt::format("{}:{}", file_, line) : file_,
                         (path_.empty() ? "the form" : path_) + " " + what);
    }

    // "walk.json:3: layers[0]", to begin errors with.
    std::string place() const {
        const int line = lineOfMember(text_, path_);
        return fmt::format("{}{}: {}", file_, line > 0 ? fmt::format(":{}", line) : "", path_);
    }
    std::string dump() const { return value_.dump(); }

    // Call first: the value must be an object with no other keys.
    void keys(const std::vector<std::string>& known) const {
        object();
        for (const auto& [key, ignored] : value_.items()) {
            bool found = false;
            for (const std::string& each : known) found = found || each == key;
            if (found) continue;
            const std::string near = nearestWord(key, known);
            at(key).fail(near.empty()
                             ? fmt::format("is not a known key; the keys are {}", fmt::join(known, ", "))
                             : fmt::format("is not a known key; did you mean {}?", near));
        }
    }
    bool has(const char* key) const { return value_.contains(key); }
    std::optional<FormReader> find(const char* key) const {
        const auto found = value_.find(key);
        if (found == value_.end()) return std::nullopt;
        return FormReader(*found, below(key), file_, text_);
    }
    FormReader need(const char* key) const {
        std::optional<FormReader> found = find(key);
        if (!found) fail(fmt::format("has no \"{}\"", key));
        return *found;
    }
    std::vector<std::pair<std::string, FormReader>> members() const {
        object();
        std::vector<std::pair<std::string, FormReader>> result;
        for (const auto& [key, value] : value_.items())
            result.emplace_back(key, FormReader(value, below(key), file_, text_));
        return result;
    }
    std::vector<FormReader> list(std::size_t most) const {
        if (!value_.is_array()) fail("is not a list in brackets");
        if (value_.size() > most) fail(fmt::format("has {} items; the limit is {}", value_.size(), most));
        std::vector<FormReader> result;
        for (std::size_t i = 0; i < value_.size(); ++i)
            result.emplace_back(value_[i], fmt::format("{}[{}]", path_, i), file_, text_);
        return result;
    }
    bool isList() const { return value_.is_array(); }
    bool isObject() const { return value_.is_object(); }
    bool isNumber() const { return value_.is_number(); }
    bool isNull() const { return value_.is_null(); }

    double number(double least, double most) const {
        const double result = value_.is_number() ? value_.get<double>() : std::nan("");
        if (!(result >= least && result <= most))
            fail(fmt::format("is not a number from {:g} to {:g}", least, most));
        return result;
    }
    std::uint32_t index(std::uint32_t most, std::uint32_t least = 0) const {
        if (!value_.is_number_unsigned() || value_.get<std::uint64_t>() > most ||
            value_.get<std::uint64_t>() < least)
            fail(fmt::format("is not a whole number from {} to {}", least, most));
        return value_.get<std::uint32_t>();
    }
    bool boolean() const {
        if (!value_.is_boolean()) fail("is not true or false");
        return value_.get<bool>();
    }
    std::string text() const {
        if (!value_.is_string() || value_.get_ref<const std::string&>().empty())
            fail("is not a name in quotes");
        return value_.get<std::string>();
    }
    glm::dvec3 vector() const {
        constexpr double kFarthest = 1e9;  // file units
        if (!value_.is_array() || value_.size() != 3) fail("is not a list of three numbers");
        const std::vector<FormReader> parts = list(3);
        glm::dvec3 result;
        for (int i = 0; i < 3; ++i)
            result[i] = parts[static_cast<std::size_t>(i)].number(-kFarthest, kFarthest);
        return result;
    }

  private:
    void object() const {
        if (!value_.is_object()) fail("is not an object in braces");
    }
    std::string below(const std::string& key) const {
        const std::string shown = printable(key);
        return path_.empty() ? shown : path_ + "." + shown;
    }
    FormReader at(const std::string& key) const { return {value_.at(key), below(key), file_, text_}; }

    const Json& value_;
    std::string path_;
    const std::string& file_;
    std::string_view text_;
};

}  // namespace phalanx
