// The JSON and the accessors of a glTF file, read without any code of src/, for GltfReference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace phalanx::test {

class GltfReferenceFile {
  public:
    explicit GltfReferenceFile(const std::filesystem::path& file);

    const nlohmann::json& json() const { return json_; }

    struct Numbers {
        std::size_t count = 0;
        std::size_t width = 0;
        std::vector<double> values;
        const double* at(std::size_t element) const { return values.data() + element * width; }
    };
    const Numbers& read(std::size_t accessor) const;

  private:
    Numbers decode(const nlohmann::json& from) const;
    void readView(const nlohmann::json& part, std::size_t elements, std::size_t components, int type,
                  bool normalized, std::vector<double>& out) const;

    nlohmann::json json_;
    std::vector<std::vector<std::uint8_t>> buffers_;
    mutable std::map<std::size_t, Numbers> read_;
};

}  // namespace phalanx::test
