# What `cmake --install` and CPack put where: the program, its manual pages and completions (made by the program itself),
# documentation, examples.  Configure with -D CMAKE_INSTALL_PREFIX=/usr before `cpack -G DEB`.
include(GNUInstallDirs)

set(documents ${CMAKE_BINARY_DIR}/documents)
add_custom_command(OUTPUT ${documents}/made
  COMMAND ${PROJECT_SOURCE_DIR}/tools/make_documents $<TARGET_FILE:whynot> ${documents} ${PROJECT_VERSION}
  DEPENDS whynot ${PROJECT_SOURCE_DIR}/tools/make_documents ${PROJECT_SOURCE_DIR}/docs/whynot-report.5
          ${PROJECT_SOURCE_DIR}/NEWS.md
  COMMENT "manual pages and completions" VERBATIM)
add_custom_target(documents ALL DEPENDS ${documents}/made)

install(TARGETS whynot RUNTIME)
install(FILES ${CMAKE_BINARY_DIR}/whynot-c2pds DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${documents}/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(DIRECTORY ${documents}/man5/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man5)
install(FILES ${documents}/whynot.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME whynot)
install(FILES ${documents}/whynot.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _whynot)
install(FILES ${documents}/whynot.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${documents}/changelog.gz packaging/copyright README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.json")
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME whynot)
set(CPACK_PACKAGE_CONTACT "whynot maintainers <maintainers@whynot.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "counterexample workbench for model checking")
set(CPACK_PACKAGE_DESCRIPTION
  "whynot checks models and explains why a property fails: the shortest\n counterexample, the values that cause it, further counterexamples that\n differ, and the classes into which all of them fall. It reads SMV models,\n pushdown systems, C programs (with clang) and protocols with unbounded data.")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS clang)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
include(CPack)
