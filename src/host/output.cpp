#include "host/output.h"

#include <cerrno>

#include "host/descriptor.h"

namespace whynot::host {
namespace {
using Traits = std::char_traits<char>;
}  // namespace

Output::Output(int descriptor) : std::ostream(static_cast<std::streambuf*>(this)), descriptor_(descriptor) {
  setp(pending_.data(), pending_.data() + pending_.size());
}

Output::~Output() { sync(); }

int Output::finish() {
  flush();
  return error_;
}

int Output::overflow(int character) {
  if (sync() != 0) return Traits::eof();
  if (Traits::eq_int_type(character, Traits::eof())) return Traits::not_eof(character);
  return sputc(Traits::to_char_type(character));
}

int Output::sync() {
  const std::string_view text(pbase(), static_cast<std::size_t>(pptr() - pbase()));
  setp(pending_.data(), pending_.data() + pending_.size());
  if (error_ == 0 && !write_all(descriptor_, text)) error_ = errno != 0 ? errno : EIO;
  return error_ == 0 ? 0 : -1;
}

}  // namespace whynot::host
