# shellcheck shell=bash
# The required Debian packages by purpose; third_party/README.md has the reason for each library.
# Debian 12 and 13 have all of them under these names, unless a comment says otherwise.

# shellcheck disable=SC2034  # used by the scripts that read this file
packages_run=(
    g++ cmake ninja-build pkgconf
    python3-glad                                    # generates the OpenGL loader
    libglfw3-dev libgl-dev libegl-dev
    libglm-dev libimgui-dev libstb-dev libcli11-dev nlohmann-json3-dev libspdlog-dev zlib1g-dev
    libassimp-dev libtinygltf-dev libdraco-dev libmeshoptimizer-dev
    libbullet-dev                                   # ragdolls
    libgl1 libegl1 libgl1-mesa-dri libglx-mesa0 libegl-mesa0    # Mesa: the fallback driver
    fonts-inter fonts-dejavu-core
)

# shellcheck disable=SC2034
packages_test=(
    libgtest-dev
    libopengl-dev                                   # for examples/outside_render
    libx11-dev                                      # for dropping files on the window
    xvfb xdotool                                    # window tests: virtual display, mouse and keys
    imagemagick x11-utils                           # and screenshots, display settings
    apitrace                                        # counts draw calls
    glslang-tools                                   # compiles the players of `phalanx export`
    desktop-file-utils
)

# Added by release.sh: the dependencies of the .deb, and the date of the commit.
# shellcheck disable=SC2034
packages_release=(dpkg-dev file git)

# Added by `test.sh --full` on every system: counts the instructions of a frame; shells whose completions are tested.
# shellcheck disable=SC2034
packages_gate=(valgrind fish zsh)

# Added by `test.sh --full` on Debian 12, which has LLVM 14; elsewhere these checks are skipped with a message.
# shellcheck disable=SC2034
packages_full=(clang-format-14 clang-tidy-14 clang-14 libclang-rt-14-dev llvm-14 ccache)

# The page.
# shellcheck disable=SC2034
packages_web=(emscripten nodejs python3 fonttools xz-utils)

# Added by `web.sh --test`: a display, without which Firefox has no WebGL in software, and keys for the program's window;
# and npm, which gets the driver of the browsers.
# shellcheck disable=SC2034
packages_web_test=(xvfb xdotool)
# shellcheck disable=SC2034
packages_browsers=(chromium firefox-esr)
