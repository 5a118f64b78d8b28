# What `cmake --install` and CPack put where: the program, its manual pages and completions (made by the program itself),
# documentation, examples.  Configure with -D CMAKE_INSTALL_PREFIX=/usr before `cpack -G DEB`.
# Libraries go where Debian has them, whatever the prefix: a package can be made of any build.
if(EXISTS /etc/debian_version AND CMAKE_LIBRARY_ARCHITECTURE AND "$CACHE{CMAKE_INSTALL_LIBDIR}" MATCHES "^(lib)?$")
  set(CMAKE_INSTALL_LIBDIR lib/${CMAKE_LIBRARY_ARCHITECTURE})
endif()
include(GNUInstallDirs)

set(documents ${CMAKE_BINARY_DIR}/documents)
add_custom_command(OUTPUT ${documents}/made
  COMMAND ${PROJECT_SOURCE_DIR}/tools/make_documents $<TARGET_FILE:whynot> ${documents} ${PROJECT_VERSION}
  DEPENDS whynot ${PROJECT_SOURCE_DIR}/tools/make_documents ${PROJECT_SOURCE_DIR}/docs/whynot-report.5
          ${PROJECT_SOURCE_DIR}/NEWS.md
  COMMENT "manual pages and completions" VERBATIM)
add_custom_target(documents ALL DEPENDS ${documents}/made)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
install(TARGETS whynot RUNTIME)
install(FILES ${CMAKE_BINARY_DIR}/whynot-c2pds DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${documents}/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(DIRECTORY ${documents}/man5/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man5)
install(FILES ${documents}/whynot.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME whynot)
install(FILES ${documents}/whynot.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _whynot)
install(FILES ${documents}/whynot.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.json")
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
add_subdirectory(clients/c)

# Three packages, each with its own copyright and changelog.
function(describe_package component package)
  string(TOUPPER ${component} upper)
  install(FILES ${documents}/changelog.gz packaging/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
          COMPONENT ${component})
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package} PARENT_SCOPE)
endfunction()
describe_package(program whynot)
describe_package(library libwhynot0)
describe_package(development libwhynot-dev)
set(CPACK_COMPONENTS_ALL program library development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS clang)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS
    "whynot (= ${PROJECT_VERSION}), libc6 (>= 2.34), libgcc-s1 (>= 3.0), libstdc++6 (>= 11)")
# Written by ourselves: who lets CPack look at libraries gets scripts that call ldconfig, where Debian has triggers.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS OFF)
file(WRITE ${CMAKE_BINARY_DIR}/packaging/shlibs "libwhynot 0 libwhynot0 (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/packaging/shlibs
    ${PROJECT_SOURCE_DIR}/packaging/triggers)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libwhynot0 (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "ask whynot from C and C++ (library)
libwhynot keeps a model open in a worker process of whynot and asks questions
about it; requests and answers are JSON.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "ask whynot from C and C++ (headers)
The headers of libwhynot for C and C++, with a CMake package and a file for
pkg-config.")

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME whynot)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # the first line of each description is its summary
set(CPACK_PACKAGE_CONTACT "whynot maintainers <maintainers@whynot.invalid>")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "counterexample workbench for model checking
whynot checks models and explains why a property fails: the shortest
counterexample, the values that cause it, further counterexamples that
differ, and the classes into which all of them fall. It reads SMV models,
pushdown systems, C programs (with clang) and protocols with unbounded data.")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
include(CPack)
