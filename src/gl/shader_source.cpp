#include "gl/shader_source.h"

#include <algorithm>
#include <cctype>
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

// The rest of a line behind `#NAME`, or nothing if it is not that directive.
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

// Whether the text after this line is inside of a block comment.
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
    Resolver(fs::path directory, std::vector<fs::path>* looked_at)
        : directory_(std::move(directory)), looked_at_(looked_at) {}

    // `included_from` is "file:line", empty for the shader itself.
    void append(const fs::path& file, const std::string& included_from) {
        const std::size_t number = source_.files.size();
        source_.files.push_back(file);
        identities_.push_back(identity(file));
        stack_.push_back(number);
        const std::string text = read(file, included_from);
        source_.text += "#line 1 " + std::to_string(number) + "\n";

        std::string_view rest = text;
        if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
        bool in_comment = false;
        for (int line_number = 1; !rest.empty(); ++line_number) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            std::string_view line = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (in_comment || !appendDirective(line, line_number, number))
                source_.text.append(line).append("\n");
            in_comment = endsInComment(line, in_comment);
        }
        stack_.pop_back();
    }

    ShaderSource take() { return std::move(source_); }

  private:
    // True if the line was one that the compiler must not see: something else, or an empty line, took its
    // place.
    bool appendDirective(std::string_view line, int line_number, std::size_t number) {
        const fs::path file = source_.files[number];
        if (directive(line, "version")) {
            throw environmentError(at(file, line_number),
                                   "#version is prepended by the program: remove this line");
        }
        if (const auto pragma = directive(line, "pragma"); pragma && pragma->starts_with("once")) {
            source_.text += "\n";
            return true;
        }
        const auto include = directive(line, "include");
        if (!include) return false;
        if (include->starts_with('<')) {
            source_.text += "\n";
            return true;
        }
        const std::size_t end = include->starts_with('"') ? include->find('"', 1) : std::string_view::npos;
        if (end == std::string_view::npos || end == 1) {
            throw environmentError(at(file, line_number), "malformed; write #include \"file\"");
        }
        const fs::path included = find(std::string(include->substr(1, end - 1)), file, line_number);
        const fs::path id = identity(included);
        const auto known = std::find(identities_.begin(), identities_.end(), id);
        if (known == identities_.end()) {
            append(included, at(file, line_number));
            source_.text += "#line " + std::to_string(line_number + 1) + " " + std::to_string(number) + "\n";
            return true;
        }
        const auto known_number = static_cast<std::size_t>(known - identities_.begin());
        const auto open = std::find(stack_.begin(), stack_.end(), known_number);
        if (open != stack_.end()) throw cycle(open, at(file, line_number));
        source_.text += "\n";
        return true;
    }

    fs::path find(const std::string& name, const fs::path& includer, int line_number) {
        std::string tried;
        for (const fs::path& folder : {includer.parent_path(), directory_ / "include", directory_}) {
            fs::path file = (folder / name).lexically_normal();
            std::error_code ignored;
            if (fs::is_regular_file(file, ignored)) return file;
            if (looked_at_ != nullptr) looked_at_->push_back(file);
            const std::string shown = folder.empty() ? "." : folder.lexically_normal().string();
            if (tried.find(shown) == std::string::npos) tried += (tried.empty() ? "" : ", ") + shown;
        }
        throw environmentError(at(includer, line_number),
                               "includes \"" + name + "\", which is in none of " + tried);
    }

    std::string read(const fs::path& file, const std::string& included_from) {
        if (looked_at_ != nullptr) looked_at_->push_back(file);
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

    // Two spellings of one file are one file.
    static fs::path identity(const fs::path& file) {
        std::error_code error;
        fs::path canonical = fs::weakly_canonical(file, error);
        return error ? file.lexically_normal() : canonical;
    }

    fs::path directory_;
    std::vector<fs::path>* looked_at_;
    ShaderSource source_;
    std::vector<fs::path> identities_;  // of source_.files
    std::vector<std::size_t> stack_;    // files being read, outermost first
};

// A place at the start of a log line.
struct Place {
    std::size_t file = 0;
    std::string_view line;
    std::string_view rest;      // what follows, without separators
    std::string_view severity;  // "error" or "warning" where it stood before the place
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
    const std::string_view file = takeNumber(text);
    constexpr std::size_t kLongest = 6;  // digits; more is no number of ours
    if (file.empty() || file.size() > kLongest) return {};
    for (const char digit : file) place.file = 10 * place.file + static_cast<std::size_t>(digit - '0');
    if (takeText(text, ":")) {
        // "0:12(5): rest" or "0:12: rest"
        place.line = takeNumber(text);
        if (place.line.empty()) return {};
        if (takeText(text, "(")) {
            takeNumber(text);  // a column of the text after macros: of no use in the file
            if (!takeText(text, ")")) return {};
        }
        if (!takeText(text, ":")) return {};
    } else {
        // "0(12) : rest"
        if (!takeText(text, "(")) return {};
        place.line = takeNumber(text);
        if (place.line.empty() || !takeText(text, ")")) return {};
        text = trimLeft(text);
        if (!takeText(text, ":")) return {};
    }
    place.rest = trimLeft(text);
    return place;
}

}  // namespace

ShaderSource loadShaderSource(const fs::path& shader_directory, const fs::path& file,
                              std::vector<fs::path>* looked_at) {
    Resolver resolver(shader_directory, looked_at);
    resolver.append((shader_directory / file).lexically_normal(), "");
    return resolver.take();
}

std::string assembleShader(const ShaderSource& source, int glsl_version,
                           std::span<const std::string> defines) {
    std::string text = "#version " + std::to_string(glsl_version) + " core\n";
    if (!defines.empty()) text += "#line 1 " + std::to_string(source.files.size()) + "\n";
    for (const std::string& define : defines) text += "#define " + define + "\n";
    return text + source.text;
}

std::string mapLog(std::string_view log, std::span<const fs::path> files) {
    std::string result;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size());
        std::string_view line = log.substr(0, end);
        log.remove_prefix(std::min(end + 1, log.size()));
        while (!line.empty() && (line.back() == '\0' || line.back() == '\r' || line.back() == ' '))
            line.remove_suffix(1);
        if (line.empty()) continue;
        const auto place = parsePlace(line);
        if (!result.empty()) result += '\n';
        if (!place || place->file > files.size()) {
            result += line;
            continue;
        }
        result += place->file < files.size() ? files[place->file].string() : "(defines)";
        result.append(":").append(place->line).append(": ");
        if (!place->severity.empty() && !place->rest.starts_with(place->severity))
            result.append(place->severity).append(": ");
        result += place->rest;
    }
    return result;
}

}  // namespace phalanx::gl
