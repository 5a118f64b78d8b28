// C sources and how they are compiled: files by their names, or the commands of a compile_commands.json.  Such a file
// comes with the sources of strangers: nothing of it reaches clang but the paths of C sources, and flags from a short
// list that can do no more than say what the text means.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "session/front_end.h"

namespace whynot::session {

struct CSource {
  std::string file;                // absolute
  std::string folder;              // what lies below it is shown without it; empty: paths are shown as they are
  std::string language;            // "c" or "c++"
  std::vector<std::string> flags;  // each a single word that begins with `-`
};

// What one file on the command line stands for: itself.  Diagnostics say what is refused.
void add_c_file(const std::string& path, Opening&, std::vector<CSource>&);
// The sources that a compile_commands.json names; those that are not C are left out, with a note.
void add_commands(const std::string& path, Opening&, std::vector<CSource>&);

struct Flags {
  std::vector<std::string> taken, refused;
};
// The flags of a compiler's words that are passed on, relative paths resolved against `directory`.  A file that
// `-include` names has to lie in the folder `project`; one that does not is refused.
Flags harmless_flags(const std::vector<std::string>& words, const std::filesystem::path& directory,
                     const std::filesystem::path& project);

}  // namespace whynot::session
