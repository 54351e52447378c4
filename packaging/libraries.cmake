# The libraries for other programs (docs/packages.md, "Libraries"), in a component of their own, so that neither packages nor
# a plain `cmake --install` contain them: cmake --install BUILD --component dev
#
# These headers are public; they include only each other. All others are private, and are not installed.
set(phalanx_public_headers
    core/error.h
    anim/pose/model.h anim/pose/clip_options.h anim/pose/pose.h anim/pose/skin.h anim/pose/morph.h
    anim/bake/switches.h anim/bake/bake.h anim/bake/encode.h anim/bake/clip_bounds.h
    asset/import.h asset/retarget/retarget_row.h asset/steps/ground.h asset/container/container.h
    gl/context/capabilities.h render/frame/camera.h render/embed/crowd_renderer.h)
# The targets, by the names in find_package(Phalanx): Phalanx::anim, Phalanx::import and Phalanx::render are public, the
# others are what these need.
set(phalanx_public_targets phalanx_core=core phalanx_anim=anim phalanx_asset=import phalanx_terrain=terrain phalanx_crowd=crowd
    phalanx_gl=gl phalanx_render=render phalanx_glad=glad phalanx_stb=stb)

# Headers include each other with the folder that they are installed in, so that no folder of another program is found first.
set(public_dir ${CMAKE_CURRENT_BINARY_DIR}/public)
file(REMOVE_RECURSE ${public_dir})
foreach(header IN LISTS phalanx_public_headers)
  set(file ${PROJECT_SOURCE_DIR}/src/${header})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  file(STRINGS ${file} includes REGEX "^#include \"")
  foreach(line IN LISTS includes)
    string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
    if(NOT included IN_LIST phalanx_public_headers)
      message(FATAL_ERROR "src/${header} is a public header and includes ${included}, which is not in packaging/libraries.cmake")
    endif()
  endforeach()
  string(REGEX REPLACE "(\n#include \")" "\\1phalanx/" text "${text}")
  file(WRITE ${public_dir}/phalanx/${header} "${text}")
endforeach()
install(DIRECTORY ${public_dir}/phalanx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev EXCLUDE_FROM_ALL)

set(targets "")
foreach(pair IN LISTS phalanx_public_targets)
  string(REGEX MATCH "^[^=]+" target ${pair})
  string(REGEX MATCH "[^=]+$" name ${pair})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  list(APPEND targets ${target})
endforeach()
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Phalanx)
install(TARGETS ${targets} EXPORT PhalanxTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev EXCLUDE_FROM_ALL
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT PhalanxTargets NAMESPACE Phalanx:: DESTINATION ${package_dir} COMPONENT dev EXCLUDE_FROM_ALL)
include(CMakePackageConfigHelpers)
set(shader_dir ${CMAKE_INSTALL_DATADIR}/phalanx/shaders)
configure_package_config_file(PhalanxConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/PhalanxConfig.cmake
                              INSTALL_DESTINATION ${package_dir} PATH_VARS shader_dir)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/PhalanxConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/PhalanxConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/PhalanxConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT dev EXCLUDE_FROM_ALL)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/shaders DESTINATION ${CMAKE_INSTALL_DATADIR}/phalanx COMPONENT dev EXCLUDE_FROM_ALL)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT dev EXCLUDE_FROM_ALL)
