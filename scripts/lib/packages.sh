# shellcheck shell=bash
# The Debian packages that each purpose needs; third_party/README.md says why each library was chosen.
# Debian 12 and 13 carry all of them under these names, except where a line says so.

# shellcheck disable=SC2034  # used by the scripts that read this file
packages_run=(
    g++ cmake ninja-build pkgconf
    python3-glad                                    # generates the OpenGL loader
    libglfw3-dev libgl-dev libegl-dev
    libglm-dev libassimp-dev libimgui-dev libstb-dev libmeshoptimizer-dev libcli11-dev nlohmann-json3-dev
    libspdlog-dev zlib1g-dev
    libgl1 libegl1 libgl1-mesa-dri libglx-mesa0 libegl-mesa0    # Mesa: a driver where the maker's is not there
    fonts-inter fonts-dejavu-core
)

# shellcheck disable=SC2034
packages_test=(
    libgtest-dev
    libx11-dev                                      # drops files on the window
    xvfb xdotool imagemagick x11-utils              # window tests: a display, a mouse, an eye, a display's settings
    apitrace                                        # counts draw calls
    desktop-file-utils
)

# What `test.sh --full` adds everywhere: counts the instructions of a frame.
# shellcheck disable=SC2034
packages_gate=(valgrind)

# What `test.sh --full` adds. The tools of LLVM 14 are Debian 12's; elsewhere these checks are left out, and said so.
# shellcheck disable=SC2034
packages_full=(clang-format-14 clang-tidy-14 clang-14 libclang-rt-14-dev ccache)
