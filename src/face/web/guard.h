// Who may ask for what (the checks that stop other web pages on this machine's browser): the Host must be ours, the
// Origin ours if there is one, and the caller must know the token.  The cookie of a login proves nothing: browsers send
// it to and from every port of this machine.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "face/web/message.h"

namespace whynot::face::web {

// 128 random bits as hexadecimal digits.
std::string random_secret();
// Takes the same time wherever the two differ.
bool same_secret(std::string_view a, std::string_view b);

class Guard {
 public:
  Guard() : token_(random_secret()), session_(random_secret()) {}

  void set_port(std::uint16_t port) { port_ = port; }
  const std::string& token() const { return token_; }

  // What is refused whatever the path: foreign hosts and origins, preflights, methods other than GET and POST.
  std::optional<Response> refuses(const Request&) const;
  // What the interface (not the page's own files) refuses: callers from other sites, or without X-Whynot-Token.
  std::optional<Response> refuses_reading(const Request&) const;
  // … and, for requests that change something, without an origin of ours and a JSON body.
  std::optional<Response> refuses_change(const Request&) const;

  // Whether it shows the token.
  bool knows_token(const Request&) const;
  // The answer to /api/v1/login: the token, in the body {"token": …}, for a cookie.
  Response login(const Request&) const;

 private:
  std::string cookie_name() const;
  bool is_own_origin(std::string_view origin) const;

  std::string token_, session_;
  std::uint16_t port_ = 0;
};

}  // namespace whynot::face::web
