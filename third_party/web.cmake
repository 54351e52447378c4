# The libraries of the page, compiled by Emscripten. Headers are those of the system's packages; what has sources comes from the
# source packages of the same release, which scripts/web.sh unpacks into PHALANX_WEB_SOURCES.
set(PHALANX_WEB_SOURCES ${PROJECT_SOURCE_DIR}/build/web-sources CACHE PATH "Folder with the sources imgui, meshoptimizer, draco and fmtlib")
foreach(library imgui meshoptimizer draco fmtlib)
  if(NOT IS_DIRECTORY ${PHALANX_WEB_SOURCES}/${library})
    message(FATAL_ERROR "The sources of ${library} are not in ${PHALANX_WEB_SOURCES}: scripts/web.sh --build gets them")
  endif()
endforeach()

# A folder with only the wanted headers: /usr/include has those of the C library, too.
set(web_headers ${CMAKE_BINARY_DIR}/headers)
foreach(header glm spdlog nlohmann CLI stb tiny_gltf.h json.hpp)
  set(found /usr/include/${header})
  if(header STREQUAL json.hpp)
    set(found /usr/include/nlohmann/json.hpp)  # as tiny_gltf.h includes it
  endif()
  if(NOT EXISTS ${found})
    message(FATAL_ERROR "${found} is missing: scripts/web.sh --build installs the packages")
  endif()
  file(MAKE_DIRECTORY ${web_headers})
  file(CREATE_LINK ${found} ${web_headers}/${header} SYMBOLIC)
endforeach()

function(phalanx_headers name alias)
  add_library(${name} INTERFACE)
  target_include_directories(${name} SYSTEM INTERFACE ${web_headers} ${ARGN})
  add_library(${alias} ALIAS ${name})
endfunction()
phalanx_headers(web_glm glm::glm)
phalanx_headers(web_json nlohmann_json::nlohmann_json)
phalanx_headers(web_cli11 CLI11::CLI11)
phalanx_headers(web_spdlog spdlog::spdlog)
target_compile_definitions(web_spdlog INTERFACE SPDLOG_FMT_EXTERNAL)

# Compiled once: as headers only, it takes some three seconds of every source.
add_library(web_fmt STATIC ${PHALANX_WEB_SOURCES}/fmtlib/src/format.cc)
target_include_directories(web_fmt SYSTEM PUBLIC ${PHALANX_WEB_SOURCES}/fmtlib/include)
target_link_libraries(web_spdlog INTERFACE web_fmt)

add_library(web_headers STATIC web_headers.cpp)
target_include_directories(web_headers SYSTEM PUBLIC ${web_headers} ${web_headers}/stb)
add_library(TinyGLTF::TinyGLTF ALIAS web_headers)
add_library(phalanx::stb ALIAS web_headers)

file(GLOB meshoptimizer_sources ${PHALANX_WEB_SOURCES}/meshoptimizer/src/*.cpp)
add_library(web_meshoptimizer STATIC ${meshoptimizer_sources})
target_include_directories(web_meshoptimizer SYSTEM PUBLIC ${PHALANX_WEB_SOURCES}/meshoptimizer/src)
add_library(meshoptimizer::meshoptimizer ALIAS web_meshoptimizer)

# Draco: what decodes meshes.
set(draco_dir ${PHALANX_WEB_SOURCES}/draco/src/draco)
file(GLOB draco_sources ${draco_dir}/attributes/*.cc ${draco_dir}/compression/*.cc ${draco_dir}/compression/attributes/*.cc
     ${draco_dir}/compression/bit_coders/*.cc ${draco_dir}/compression/config/*.cc ${draco_dir}/compression/entropy/*.cc
     ${draco_dir}/compression/mesh/*.cc ${draco_dir}/compression/point_cloud/*.cc
     ${draco_dir}/compression/point_cloud/algorithms/*.cc ${draco_dir}/core/*.cc ${draco_dir}/mesh/*.cc ${draco_dir}/metadata/*.cc
     ${draco_dir}/point_cloud/*.cc)
list(FILTER draco_sources EXCLUDE REGEX "_test|_encoder|encode\\.cc|encoder|test_utils|expert_encode|encode_base|mesh_cleanup|mesh_splitter|corner_table_test|draco_test|encoding_utils")
add_library(web_draco STATIC ${draco_sources})
target_include_directories(web_draco SYSTEM PUBLIC ${PHALANX_WEB_SOURCES}/draco/src ${CMAKE_BINARY_DIR}/draco)
file(WRITE ${CMAKE_BINARY_DIR}/draco/draco/draco_features.h "#pragma once\n#define DRACO_MESH_COMPRESSION_SUPPORTED\n#define DRACO_NORMAL_ENCODING_SUPPORTED\n#define DRACO_STANDARD_EDGEBREAKER_SUPPORTED\n#define DRACO_PREDICTIVE_EDGEBREAKER_SUPPORTED\n#define DRACO_POINT_CLOUD_COMPRESSION_SUPPORTED\n")
add_library(draco::draco ALIAS web_draco)

set(imgui_dir ${PHALANX_WEB_SOURCES}/imgui)
add_library(phalanx_imgui STATIC ${imgui_dir}/imgui.cpp ${imgui_dir}/imgui_draw.cpp ${imgui_dir}/imgui_tables.cpp
            ${imgui_dir}/imgui_widgets.cpp ${imgui_dir}/backends/imgui_impl_opengl3.cpp)
target_include_directories(phalanx_imgui SYSTEM PUBLIC ${imgui_dir})
target_compile_definitions(phalanx_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3)
add_library(phalanx::imgui ALIAS phalanx_imgui)
