#include "ui/main/clip_rows.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "ui/main/setting_rows.h"

namespace phalanx {

void drawClipFiles(Form& form, const PanelContext& context, Settings& settings, PanelState& panel) {
    if (!form.foldedSection("clip_files", "Clips of other files")) return;
    std::vector<std::string>& files = settings.army.clip_files;
    for (std::size_t i = 0; i < files.size(); ++i) {
        form.row(i == 0 ? "Files" : "",
                 "Whose clips the models play besides their own: of this skeleton or another body.");
        form.value(fmt::format("clip_file_{}", i).c_str(),
                   std::filesystem::path(files[i]).filename().string());
        form.row("");
        if (form.button(fmt::format("remove_clips_{}", i).c_str(), "Remove")) {
            files.erase(files.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
    }
    form.row(files.empty() ? "Files" : "",
             "Adds the clips of a file to the models: of the same skeleton, of another body, or motion "
             "capture (BVH). A file "
             "that is dropped next does the same.");
    if (form.button("add_clips", "Add ...")) {
        panel.adds_clips = true;
        context.actions.push(Request::kOpenBrowser);
    }
    for (const char* const key : {"retarget", "root-motion", "mirror-clips", "cut-loops"})
        settingRow(form, settings, key);
}

}  // namespace phalanx
