#include "gl/web/keys.h"

#include <algorithm>
#include <utility>

namespace phalanx::gl {
namespace {

constexpr int kKeypad0 = 320;

constexpr std::array<std::pair<std::string_view, int>, 31> kNamed = {{
    {"Space", key::kSpace},
    {"Minus", key::kMinus},
    {"Equal", key::kEqual},
    {"Escape", key::kEscape},
    {"Enter", key::kEnter},
    {"Tab", key::kTab},
    {"Backspace", key::kBackspace},
    {"Insert", key::kInsert},
    {"Delete", key::kDelete},
    {"ArrowRight", key::kRight},
    {"ArrowLeft", key::kLeft},
    {"ArrowDown", key::kDown},
    {"ArrowUp", key::kUp},
    {"PageUp", key::kPageUp},
    {"PageDown", key::kPageDown},
    {"Home", key::kHome},
    {"End", key::kEnd},
    {"F1", key::kF1},
    {"F5", key::kF5},
    {"F11", key::kF11},
    {"F12", key::kF12},
    {"NumpadSubtract", key::kKeypadSubtract},
    {"NumpadAdd", key::kKeypadAdd},
    {"NumpadEnter", key::kKeypadEnter},
    {"ShiftLeft", key::kLeftShift},
    {"ShiftRight", key::kRightShift},
    {"ControlLeft", key::kLeftControl},
    {"ControlRight", key::kRightControl},
    {"AltLeft", key::kLeftAlt},
    {"MetaLeft", key::kLeftSuper},
    {"MetaRight", key::kRightSuper},
}};

}  // namespace

int keyOf(std::string_view code) {
    if (code.size() == 4 && code.starts_with("Key")) return code[3];
    if (code.size() == 6 && code.starts_with("Digit")) return code[5];
    if (code.size() == 7 && code.starts_with("Numpad") && code[6] >= '0' && code[6] <= '9')
        return kKeypad0 + code[6] - '0';
    const auto* found =
        std::find_if(kNamed.begin(), kNamed.end(), [code](const auto& named) { return named.first == code; });
    return found == kNamed.end() ? -1 : found->second;
}

bool belongsToBrowser(int key, bool control, bool shift, bool alt) {
    if (key < 0 || alt || std::find(kBrowserKeys.begin(), kBrowserKeys.end(), key) != kBrowserKeys.end())
        return true;
    if (!control) return false;
    // Only redo is ours; C, for example, opens the developer tools.
    if (shift && key >= 'A' && key <= 'Z') return key != 'Z';
    // Open, save, undo, redo, and what text fields, the camera and shots use.
    for (const char ours : {'O', 'S', 'Z', 'Y', 'A', 'C', 'X', 'V'}) {
        if (key == ours) return false;
    }
    constexpr std::array kOurs{key::kLeftControl, key::kRightControl, key::kLeft,  key::kRight,
                               key::kUp,          key::kDown,         key::kHome,  key::kEnd,
                               key::kBackspace,   key::kDelete,       key::kEnter, key::kKeypadEnter};
    return std::find(kOurs.begin(), kOurs.end(), key) == kOurs.end();
}

}  // namespace phalanx::gl
