# Writes example_files.cpp from examples/*: each file as a raw string, its first comment line as the summary.
# Writes policy_files.cpp from examples/policies: each policy as a raw string, by its name.
function(embed_policies output)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/policies/*.efsa)
  set(rows "")
  foreach(file ${files})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    get_filename_component(name ${file} NAME_WE)
    string(APPEND rows "    {\"${name}\", R\"~~~(${text})~~~\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"#include \"session/policies.h\"

namespace whynot::session {
namespace {
constexpr Policy files[] = {
@rows@};
}  // namespace
std::span<const Policy> policies() { return files; }
}  // namespace whynot::session
")
endfunction()

function(embed_examples output)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.smv)
  set(rows "")
  foreach(file ${files})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    get_filename_component(name ${file} NAME_WE)
    get_filename_component(full ${file} NAME)
    string(REGEX MATCH "^-- ([^\n]*)" first "${text}")
    string(APPEND rows "    {\"${name}\", \"${full}\", \"${CMAKE_MATCH_1}\", R\"~~~(${text})~~~\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"#include \"command/other/example_files.h\"

namespace whynot::command {
namespace {
constexpr ExampleFile files[] = {
@rows@};
}  // namespace
std::span<const ExampleFile> example_files() { return files; }
}  // namespace whynot::command
")
endfunction()
