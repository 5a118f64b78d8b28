// The explorer in the browser, for a file that is open in the editor: one server at a time, which ends with us.
#pragma once
#include <sys/types.h>

#include <string>

namespace whynot::face::lsp {

class Explorer {
 public:
  Explorer() = default;
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;
  ~Explorer() { end(); }

  // Starts `whynot serve PATH`, in place of the one before; the address to open, empty when it cannot be started.
  std::string address(const std::string& path);

 private:
  void end();

  pid_t server_ = -1;
  int output_ = -1;
};

}  // namespace whynot::face::lsp
