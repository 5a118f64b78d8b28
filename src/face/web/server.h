// HTTP on the loopback interface.  Knows sockets, limits and deadlines, and nothing about models: each request that
// is well-formed goes to the handler, every response gets the same security headers.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "face/web/head.h"
#include "face/web/message.h"

namespace boost::asio {
class io_context;
}

namespace whynot::face::web {

struct ServerLimits {
  HeadLimits head;
  std::size_t known = 32, strangers = 32;             // connections at a time
  std::size_t stranger_body = std::size_t{64} << 10;  // bytes: a login is short
  std::size_t stream_bytes = std::size_t{64} << 20;   // unsent, of one event stream
  std::chrono::seconds head_deadline{5}, body_deadline{15}, idle{30}, write_deadline{30};
};

// Whether a request shows that its sender is one of ours; until one does, its connection is a stranger's.
using Knows = std::function<bool(const Request&)>;

class Listener;

// Strangers and those who are known have connections of their own.  When there is no room for another stranger, the one
// that has been there longest goes: whoever asks at once is answered, however many wait or say nothing.
class Server {
 public:
  Server(boost::asio::io_context&, Handler, Knows, ServerLimits = {});
  ~Server();

  // Binds 127.0.0.1, to a port that the kernel chooses when `port` is 0.  An empty text, or what went wrong.
  std::string listen(std::uint16_t port);
  std::uint16_t port() const;
  // Closes the listener, then every connection.
  void close();

 private:
  std::shared_ptr<Listener> listener_;
};

}  // namespace whynot::face::web
