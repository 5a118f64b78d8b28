#include "face/cli/run.h"

#include "face/lsp/server.h"
#include "face/shell/run_shell.h"
#include "face/shell/worker.h"
#include "face/web/run_serve.h"

namespace whynot::face::cli {

int run(const std::vector<std::string>& words, const command::Streams& streams) {
  if (!words.empty() && words[0] == "worker") return shell::run_worker(words, streams);
  static constexpr command::FaceCommand of_face[] = {
      {"shell", shell::run_shell}, {"serve", web::run_serve}, {"lsp", lsp::run_lsp}};
  return command::run(words, streams, of_face);
}

}  // namespace whynot::face::cli
