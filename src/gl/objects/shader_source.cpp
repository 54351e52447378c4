#include "gl/objects/shader_source.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/file.h"

namespace phalanx::gl {
namespace {

namespace fs = std::filesystem;

std::string at(const fs::path& file, int line) {
    return file.string() + ":" + std::to_string(line);
}

std::string_view trimLeft(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

// The rest of a line after `#NAME`, or nullopt if the line is not that directive.
std::optional<std::string_view> directive(std::string_view line, std::string_view name) {
    line = trimLeft(line);
    if (!line.starts_with('#')) return {};
    line = trimLeft(line.substr(1));
    if (!line.starts_with(name)) return {};
    line.remove_prefix(name.size());
    if (!line.empty() && (std::isalnum(static_cast<unsigned char>(line.front())) != 0 || line.front() == '_'))
        return {};
    return trimLeft(line);
}

// Whether the text after this line is inside a block comment.
bool endsInComment(std::string_view line, bool in_comment) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        const std::string_view two = line.substr(i, 2);
        if (in_comment && two == "*/") {
            in_comment = false;
            ++i;
        } else if (!in_comment && two == "/*") {
            in_comment = true;
            ++i;
        } else if (!in_comment && two == "//") {
            break;
        }
    }
    return in_comment;
}

class Resolver {
  public:
    Resolver(fs::path directory, std::vector<fs::path>* looked_at, const ShaderOverrides* overrides)
        : directory_(std::move(directory)), looked_at_(looked_at), overrides_(overrides) {}

    // included_from: "file:line" of the #include, empty for the shader itself.
    void append(const fs::path& file, const std::string& included_from) {
        const std::size_t number = source_.files.size();
        source_.files.push_back(file);
        identities_.push_back(identity(file));
        stack_.push_back(number);
        conditions_of_.push_back(conditions_);
        const std::string text = read(file, included_from);

        std::string_view rest = text;
        if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
        bool in_comment = false;
        for (int line_number = 1; !rest.empty(); ++line_number) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            std::string_view line = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (in_comment || !appendDirective(line, line_number, number)) addLine(line, line_number, number);
            in_comment = endsInComment(line, in_comment);
        }
        stack_.pop_back();
    }

    ShaderSource take() { return std::move(source_); }

  private:
    // Stands for a condition that holds wherever it matters.
    static constexpr std::string_view kGuard = "guard";

    void addLine(std::string_view line, int line_number, std::size_t number) {
        source_.text.append(line).append("\n");
        source_.lines.push_back({static_cast<int>(number), line_number});
    }

    // True if the line is not passed to the compiler: it was dropped, or replaced by a file.
    bool appendDirective(std::string_view line, int line_number, std::size_t number) {
        const auto here = [&] { return at(source_.files[number], line_number); };
        if (directive(line, "version")) {
            throw environmentError(here(), "#version is prepended by the program: remove this line");
        }
        if (const auto pragma = directive(line, "pragma"); pragma && pragma->starts_with("once")) return true;
        const auto include = directive(line, "include");
        if (!include) {
            followConditions(line);
            return false;
        }
        if (include->starts_with('<')) return true;
        const std::size_t end = include->starts_with('"') ? include->find('"', 1) : std::string_view::npos;
        if (end == std::string_view::npos || end == 1) {
            throw environmentError(here(), "malformed; write #include \"file\"");
        }
        const fs::path included =
            find(std::string(include->substr(1, end - 1)), source_.files[number].parent_path(), here());
        const fs::path id = identity(included);
        const auto known = std::find(identities_.begin(), identities_.end(), id);
        if (known == identities_.end()) {
            append(included, here());
            return true;
        }
        const auto known_number = static_cast<std::size_t>(known - identities_.begin());
        const auto open = std::find(stack_.begin(), stack_.end(), known_number);
        if (open != stack_.end()) throw cycle(open, here());
        for (const std::string& condition : conditions_of_[known_number]) {
            if (condition == kGuard ||
                std::find(conditions_.begin(), conditions_.end(), condition) != conditions_.end())
                continue;
            throw environmentError(here(), "includes " + included.string() +
                                               ", which was inserted before, but only if " + condition +
                                               ": move its first #include out of that condition");
        }
        return true;
    }

    // Keeps the conditions that hold here, as they are written. Those that guard a file against a second
    // #include do not count.
    void followConditions(std::string_view line) {
        const auto opened = [&](std::string_view name) {
            const auto rest = directive(line, name);
            if (rest) conditions_.push_back("#" + std::string(name) + " " + std::string(*rest));
            return rest.has_value();
        };
        if (opened("if") || opened("ifdef") || opened("ifndef") || conditions_.empty()) return;
        if (directive(line, "endif")) {
            conditions_.pop_back();
        } else if (directive(line, "else") || directive(line, "elif")) {
            conditions_.back() = "not " + conditions_.back();
        } else if (const auto name = directive(line, "define");
                   name && conditions_.back() == "#ifndef " + std::string(*name)) {
            conditions_.back() = kGuard;
        }
    }

    fs::path find(const std::string& name, const fs::path& folder_of_includer, const std::string& here) {
        std::vector<fs::path> folders;
        for (const fs::path& folder : {folder_of_includer, directory_ / "include", directory_}) {
            const fs::path normal = folder.empty() ? fs::path(".") : (folder / "").lexically_normal();
            if (std::find(folders.begin(), folders.end(), normal) == folders.end()) folders.push_back(normal);
        }
        std::string tried;
        for (const fs::path& folder : folders) {
            fs::path file = (folder / name).lexically_normal();
            std::error_code ignored;
            if (fs::is_regular_file(file, ignored)) return file;
            if (looked_at_ != nullptr) looked_at_->push_back(file);
            tried += (tried.empty() ? "" : ", ") + folder.string();
        }
        throw environmentError(here, "includes \"" + name + "\", which is in none of " + tried);
    }

    std::string read(const fs::path& file, const std::string& included_from) {
        if (looked_at_ != nullptr) looked_at_->push_back(file);
        if (overrides_ != nullptr) {
            if (const auto found = overrides_->find(file); found != overrides_->end()) return found->second;
        }
        try {
            return readTextFile(file);
        } catch (const Error& error) {
            if (included_from.empty()) throw environmentError("shader " + file.string(), "cannot be read");
            throw environmentError(included_from, error.what());
        }
    }

    Error cycle(std::vector<std::size_t>::const_iterator open, const std::string& where) const {
        std::string chain;
        for (auto it = open; it != stack_.end(); ++it) chain += source_.files[*it].string() + " -> ";
        return environmentError(where, "files include each other: " + chain + source_.files[*open].string());
    }

    // The path in its canonical folder, so that two spellings of one file compare equal.
    fs::path identity(const fs::path& file) {
        const fs::path folder = file.parent_path();
        auto known = canonical_.find(folder);
        if (known == canonical_.end()) {
            std::error_code error;
            const fs::path canonical = fs::weakly_canonical(folder.empty() ? "." : folder, error);
            known = canonical_.emplace(folder, error ? folder.lexically_normal() : canonical).first;
        }
        return known->second / file.filename();
    }

    fs::path directory_;
    std::vector<fs::path>* looked_at_;
    const ShaderOverrides* overrides_;
    ShaderSource source_;
    std::vector<fs::path> identities_;                     // of source_.files
    std::vector<std::vector<std::string>> conditions_of_;  // of the first #include of each of source_.files
    std::vector<std::string> conditions_;                  // outermost first
    std::map<fs::path, fs::path> canonical_;               // folders, by their spellings
    std::vector<std::size_t> stack_;                       // files being read, outermost first
};

// A source location at the start of a log line.
struct Place {
    std::size_t line = 0;       // in the joined text, from 1
    std::string_view rest;      // what follows, without separators
    std::string_view severity;  // "error" or "warning" if it stood before the location
};

std::string_view takeNumber(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && text[length] >= '0' && text[length] <= '9') ++length;
    const std::string_view number = text.substr(0, length);
    text.remove_prefix(length);
    return number;
}

bool takeText(std::string_view& text, std::string_view expected) {
    if (!text.starts_with(expected)) return false;
    text.remove_prefix(expected.size());
    return true;
}

std::optional<Place> parsePlace(std::string_view text) {
    Place place;
    if (takeText(text, "ERROR: ")) place.severity = "error";
    if (takeText(text, "WARNING: ")) place.severity = "warning";
    if (!takeText(text, "0")) return {};  // source string 0, the only one passed to the compiler
    std::string_view line;
    if (takeText(text, ":")) {
        // "0:12(5): rest" or "0:12: rest"
        line = takeNumber(text);
        if (takeText(text, "(")) {
            takeNumber(text);  // column after macro expansion: useless for the file
            if (!takeText(text, ")")) return {};
        }
    } else {
        // "0(12) : rest"
        if (!takeText(text, "(")) return {};
        line = takeNumber(text);
        if (!takeText(text, ")")) return {};
        text = trimLeft(text);
    }
    if (!takeText(text, ":")) return {};
    const auto [end, code] = std::from_chars(line.data(), line.data() + line.size(), place.line);
    if (code != std::errc()) return {};
    place.rest = trimLeft(text);
    return place;
}

}  // namespace

ShaderSource loadShaderSource(const fs::path& shader_directory, const fs::path& file,
                              std::vector<fs::path>* looked_at, const ShaderOverrides* overrides) {
    Resolver resolver(shader_directory, looked_at, overrides);
    resolver.append((shader_directory / file).lexically_normal(), "");
    return resolver.take();
}

ShaderSource assembleShader(ShaderSource source, std::span<const std::string> preamble) {
    std::string text;
    std::vector<ShaderLine> lines;
    for (const std::string& line : preamble) {
        text += line + "\n";
        lines.push_back({ShaderLine::kPreamble, static_cast<int>(lines.size())});
    }
    source.text.insert(0, text);
    source.lines.insert(source.lines.begin(), lines.begin(), lines.end());
    return source;
}

std::string mapLog(std::string_view log, const ShaderSource& source) {
    std::string result;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size());
        std::string_view line = log.substr(0, end);
        log.remove_prefix(std::min(end + 1, log.size()));
        while (!line.empty() && (line.back() == '\0' || line.back() == '\r' || line.back() == ' '))
            line.remove_suffix(1);
        if (line.empty()) continue;
        if (!result.empty()) result += '\n';
        const auto place = parsePlace(line);
        if (!place || place->line == 0 || place->line > source.lines.size()) {
            result += line;
            continue;
        }
        const ShaderLine& origin = source.lines[place->line - 1];
        result += origin.file == ShaderLine::kPreamble
                      ? "(defines)"
                      : source.files[static_cast<std::size_t>(origin.file)].string();
        result += ":" + std::to_string(origin.line) + ": ";
        if (!place->severity.empty() && !place->rest.starts_with(place->severity))
            result.append(place->severity).append(": ");
        result += place->rest;
    }
    return result;
}

}  // namespace phalanx::gl
