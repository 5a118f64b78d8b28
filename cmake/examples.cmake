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

# Writes example_files.cpp from examples/index.txt: each file of the list as a raw string.
function(embed_examples output)
  set(folder ${PROJECT_SOURCE_DIR}/examples)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/index.txt)
  file(STRINGS ${folder}/index.txt lines)
  set(texts "")
  set(rows "")
  set(topic "")
  foreach(line IN LISTS lines)
    if(line MATCHES "^= (.*)$")
      set(topic "${CMAKE_MATCH_1}")
    elseif(line MATCHES "^([^#|]+) \\| ([^|]+) \\| ([^|]+) \\| ([^|]+)$")
      set(name "${CMAKE_MATCH_1}")
      set(names "${CMAKE_MATCH_2}")
      set(summary "${CMAKE_MATCH_3}")
      set(command "${CMAKE_MATCH_4}")
      string(MAKE_C_IDENTIFIER "files_of_${name}" symbol)
      string(APPEND texts "constexpr ExampleFile ${symbol}[] = {\n")
      string(REPLACE " " ";" names "${names}")
      foreach(path ${names})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${path})
        file(READ ${folder}/${path} text)
        # At the top, but for what has to stay together in a directory of its own.
        string(REGEX REPLACE "^(classify|evidence|hardware|intervals|ots|policies/programs|policies|pushdown|pyv)/" "" target "${path}")
        string(APPEND texts "    {\"${target}\", R\"~~~(${text})~~~\"},\n")
      endforeach()
      string(APPEND texts "};\n")
      string(APPEND rows "    {\"${topic}\", \"${name}\", \"${summary}\", R\"~~~(${command})~~~\", ${symbol}},\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"#include \"command/other/example_files.h\"

namespace whynot::command {
namespace {
@texts@
constexpr Example rows[] = {
@rows@};
}  // namespace
std::span<const Example> examples() { return rows; }
}  // namespace whynot::command
")
endfunction()
