// HTTP messages as plain data.  The server reads and writes them; everything above it never sees a socket.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whynot::face::web {

struct Header {
  std::string name;  // in lower case
  std::string value;
};

struct Request {
  std::string method, target, body;
  unsigned minor_version = 1;  // HTTP/1.0 or HTTP/1.1
  std::vector<Header> headers;
  std::uint64_t content_length = 0;

  bool has(std::string_view name) const;
  // Of the first header with this name; empty when there is none.
  std::string_view header(std::string_view name) const;
  std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
  std::string_view query() const;
};

struct Response {
  int status = 200;
  std::string body;
  std::string type = "application/json";
  std::vector<Header> headers = {};  // further ones; the server adds length, type and the security headers
};

// {"error": "…"}
Response error_response(int status, std::string_view message);

// One request under way.  It is answered once, now or later, or turned into a stream of events.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual void answer(Response) = 0;
  // Begins a stream of server-sent events; `send` adds to it.
  virtual void open_stream() = 0;
  virtual void send(std::shared_ptr<const std::string> text) = 0;
  // Called once if the client closes the connection before it is answered, or while it streams.
  virtual void on_gone(std::function<void()>) = 0;
};
using ExchangePtr = std::shared_ptr<Exchange>;
using Handler = std::function<void(const Request&, ExchangePtr)>;

}  // namespace whynot::face::web
