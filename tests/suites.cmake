# Read by ctest, after the lists of tests that gtest_discover_tests has made.
foreach(list phalanx_cpu_tests_TESTS phalanx_gl_tests_TESTS phalanx_golden_tests_TESTS phalanx_gl_tests_repeats
             phalanx_golden_tests_repeats)
  foreach(test IN LISTS ${list})
    string(REGEX MATCH "^[a-z]+[.][^.]+" suite "${test}")
    set_tests_properties("${test}" PROPERTIES RESOURCE_LOCK "${suite}")
  endforeach()
endforeach()
