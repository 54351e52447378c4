// A glTF 2.0 file as the steps of the import need it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "asset/common/notes.h"
#include "asset/source/model_source.h"

namespace phalanx {

// `content`: of the file `path`, beside which further files are searched. nullptr: the file is glTF 1.0.
// Throws a one-line Error (kInput). The notes must outlive the source.
std::unique_ptr<ModelSource> openGltfSource(const std::filesystem::path& path,
                                            std::span<const std::uint8_t> content, std::size_t max_file_bytes,
                                            Notes& notes);

}  // namespace phalanx
