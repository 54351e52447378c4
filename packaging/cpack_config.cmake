# Read by CPack before each package.
if(CPACK_GENERATOR STREQUAL TGZ)
  # The shared libraries, too, and all in one folder.
  list(GET CPACK_INSTALL_CMAKE_PROJECTS 0 build)
  set(CPACK_INSTALL_CMAKE_PROJECTS ${build} phalanx ALL / ${build} phalanx bundled /)
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
else()
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
