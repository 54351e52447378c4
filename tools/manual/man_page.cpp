// The manual page in roff, with the macros of man(7).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/version.h"
#include "manual.h"

namespace phalanx {
namespace {

// Text without meaning for roff. Hyphens become minus signs, so that options can be copied and searched for.
std::string plain(const std::string& text) {
    std::string result = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
    if (result.starts_with('.') || result.starts_with('\'')) result.insert(0, "\\&");
    return result;
}

std::string upper(std::string text) {
    for (char& c : text) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return text;
}

std::string section(const std::string& title) {
    return fmt::format(".SH {}\n", upper(title));
}
std::string subsection(const std::string& title) {
    return fmt::format(".SS {}\n", plain(title));
}

// "NUMBER:0 to 4" is NUMBER in the heading of the option, and the rest in its text.
std::string valueName(const OptionAbout& about) {
    return about.type.substr(0, about.type.find(':'));
}
std::string valueRange(const OptionAbout& about) {
    const std::size_t colon = about.type.find(':');
    return colon == std::string::npos ? "" : about.type.substr(colon + 1);
}

std::string heading(const OptionAbout& about) {
    std::string names;
    for (const std::string& name : about.names)
        names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", plain(name));
    if (!about.type.empty()) names += fmt::format(" \\fI{}\\fR", valueName(about));
    return fmt::format(".TP\n{}\n", names);
}

// "Default: 1.", or "Default: on (run, shot), 0.5 (bench)." where commands differ.
std::string defaultsOf(const SharedOption& option) {
    std::vector<std::string> values;
    for (const std::string& shown : option.shown) {
        if (!shown.empty() && std::ranges::count(values, shown) == 0) values.push_back(shown);
    }
    if (values.empty()) return "";
    const bool all = values.size() == 1 && std::ranges::count(option.shown, values.front()) ==
                                               static_cast<std::ptrdiff_t>(option.shown.size());
    std::string text;
    for (const std::string& value : values) {
        std::vector<std::string> commands;
        for (std::size_t i = 0; i < option.commands.size(); ++i) {
            if (option.shown[i] == value) commands.push_back(option.commands[i]);
        }
        text += text.empty() ? "Default: " : ", ";
        text += all ? value : fmt::format("{} ({})", value, fmt::join(commands, ", "));
    }
    return text + ".";
}

std::string optionText(const SharedOption& option) {
    const OptionAbout& about = option.about;
    std::string text = heading(about);
    if (!about.help.empty()) text += plain(about.help) + "\n";
    if (const std::string range = valueRange(about); !range.empty())
        text += plain(fmt::format("Values: {}.", range)) + "\n";
    if (const std::string defaults = defaultsOf(option); !defaults.empty()) text += plain(defaults) + "\n";
    if (about.required) text += "Required.\n";
    return text + fmt::format("Commands: {}.\n", plain(fmt::format("{}", fmt::join(option.commands, ", "))));
}

std::string commandsText(const ProgramAbout& program) {
    std::string text = section("Commands");
    std::string group;
    for (const CommandAbout& command : program.commands) {
        if (command.group != group) text += subsection(group = command.group);
        text += fmt::format(".TP\n\\fB{}\\fR", command.name);
        std::string arguments;
        for (const OptionAbout& option : command.options) {
            if (!option.positional) continue;
            const std::string name =
                fmt::format("\\fI{}\\fR{}", option.names.front(), option.several ? "..." : "");
            text += option.required ? " " + name : fmt::format(" [{}]", name);
            arguments += fmt::format(".br\n\\fI{}\\fR: {}\n", option.names.front(), plain(option.help));
        }
        text += fmt::format("\n{}.\n{}", plain(command.summary), arguments);
    }
    return text;
}

std::string optionsText(const ProgramAbout& program) {
    std::string text = section("Options of the program");
    for (const OptionAbout& option : program.options) text += heading(option) + plain(option.help) + ".\n";
    text += section("Options of commands");
    text += "Each option is followed by the commands that have it.\n";
    const std::vector<SharedOption> shared = sharedOptions(program);
    std::vector<std::string> groups;
    for (const SharedOption& option : shared) {
        if (std::ranges::count(groups, option.about.group) == 0) groups.push_back(option.about.group);
    }
    for (const std::string& group : groups) {
        text += subsection(group);
        for (const SharedOption& option : shared) {
            if (option.about.group == group) text += optionText(option);
        }
    }
    return text;
}

std::string exitText(const ProgramAbout& program) {
    std::string text = section("Exit status");
    for (std::size_t code = 0; code < program.exit_codes.size(); ++code)
        text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", code, plain(program.exit_codes[code]));
    return text;
}

}  // namespace

std::string manPage(const ProgramAbout& program, const std::string& date) {
    std::string text = ".\\\" Written by make_manual from the program's command table.\n";
    text += fmt::format(".TH PHALANX 1 \"{}\" \"Phalanx {}\" \"User Commands\"\n", date, kVersion);
    text += section("Name") + "phalanx \\- draws crowds of animated soldiers, and measures what that costs\n";
    text += section("Synopsis");
    text +=
        "\\fBphalanx\\fR [\\fBrun\\fR] [\\fIMODEL\\fR...] [\\fIOPTION\\fR...]\n.br\n"
        "\\fBphalanx\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...] [\\fIOPTION\\fR...]\n";
    text += section("Description");
    text += replaced(plain(program.description), "\n\n", "\n.PP\n") + "\n";
    text += commandsText(program) + optionsText(program) + exitText(program);
    text += section("Environment");
    text +=
        ".TP\n\\fBPHALANX_DATA\\fR\nThe folder that contains shaders/ and assets/, if it is not "
        "../share/phalanx beside the program.\n"
        ".TP\n\\fBXDG_CONFIG_HOME\\fR, \\fBXDG_STATE_HOME\\fR\nFolders of your settings and of recent "
        "files, if they are not ~/.config and ~/.local/state.\n";
    text += section("Files");
    text += ".TP\n\\fI~/.config/phalanx/settings.json\\fR\nYour settings, applied to every window.\n";
    text += section("Examples");
    text +=
        ".TP\n\\fBphalanx run \\-\\-scene valley\\fR\nOpens the window with a scene that comes with the "
        "program.\n"
        ".TP\n\\fBphalanx model.glb other.fbx\\fR\nOpens the window with a mixed army of two models.\n"
        ".TP\n\\fBphalanx shot \\-\\-units 5000 \\-o army.png\\fR\nRenders an image without a window.\n";
    return text;
}

}  // namespace phalanx
