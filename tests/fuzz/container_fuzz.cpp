// Any bytes must give an Error, or a model that passes validate() and is written back as the same bytes. With
// compressed clips, which are written back as keys, the size differs; then those bytes must be stable.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "asset/container/container.h"
#include "core/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::uint8_t> bytes(data, size);
    try {
        const phalanx::Model model = phalanx::readContainer(bytes, "fuzz.phx");
        const std::vector<std::uint8_t> written = phalanx::writeContainer(model);
        if (written.size() == size) {
            if (!std::equal(written.begin(), written.end(), bytes.begin())) std::abort();
        } else if (phalanx::writeContainer(phalanx::readContainer(written, "written.phx")) != written) {
            std::abort();
        }
    } catch (const phalanx::Error&) {
        return 0;
    }
    return 0;
}
