# The page of `whynot serve`: built from web/ by npm where there is one, then compiled into the program.  Without npm,
# or when the packages cannot be had, the program is built all the same; its page says what is missing.
find_program(NPM npm)

function(embed_page target)
  set(folder ${CMAKE_BINARY_DIR}/page)
  # What was missing then may be there now.
  if(EXISTS ${folder}/missing.txt)
    file(SIZE ${folder}/missing.txt size)
    if(size GREATER 0)
      file(REMOVE ${folder}/missing.txt)
    endif()
  endif()
  set(assets index.html app.js app.css single.html missing.txt)
  list(TRANSFORM assets PREPEND ${folder}/ OUTPUT_VARIABLE outputs)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/* ${PROJECT_SOURCE_DIR}/web/tools/*)
  list(APPEND sources ${PROJECT_SOURCE_DIR}/web/package-lock.json ${PROJECT_SOURCE_DIR}/web/vite.config.ts)
  add_custom_command(OUTPUT ${outputs}
    COMMAND ${PROJECT_SOURCE_DIR}/tools/build_page ${folder} ${NPM}
    DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/tools/build_page
    COMMENT "the page of whynot serve" VERBATIM)
  # .incbin: the assembler takes the bytes as they are, in no time.
  set(rows "")
  foreach(asset ${assets})
    string(MAKE_C_IDENTIFIER page_${asset} symbol)
    string(APPEND rows ".global ${symbol}, ${symbol}_end\n${symbol}:\n.incbin \"${folder}/${asset}\"\n${symbol}_end:\n.byte 0\n")
  endforeach()
  set(unit ${CMAKE_BINARY_DIR}/generated/page/page.S)
  file(CONFIGURE OUTPUT ${unit} @ONLY CONTENT ".section .rodata\n@rows@.section .note.GNU-stack,\"\",%progbits\n")
  set_source_files_properties(${unit} PROPERTIES OBJECT_DEPENDS "${outputs}" SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${unit})
endfunction()
