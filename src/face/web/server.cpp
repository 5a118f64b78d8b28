// One thread, everything asynchronous.  Boost.Beast gives the streams with their deadlines; heads are read by our own
// strict reader (head.cpp).  A connection is read, handled and answered, one request after the other; while an answer
// is awaited, a look at the socket tells whether the client has gone.
#include "face/web/server.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <cerrno>
#include <deque>
#include <list>
#include <optional>

namespace whynot::face::web {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using Error = boost::system::error_code;

std::string_view reason(int status) {
  switch (status) {
    case 200: return "OK";
    case 204: return "No Content";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 421: return "Misdirected Request";
    case 422: return "Unprocessable Content";
    case 431: return "Request Header Fields Too Large";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Error";
  }
}

// The page gets its scripts, styles and data from here and nowhere else, and no other page may frame or read it.
constexpr std::string_view security_headers =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cache-Control: no-store\r\n";

std::string head_of(const Response& response, bool keep_alive, bool stream) {
  std::string head =
      fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\n{}Connection: {}\r\n", response.status,
                  reason(response.status), response.type, security_headers, keep_alive ? "keep-alive" : "close");
  if (!stream) head += fmt::format("Content-Length: {}\r\n", response.body.size());
  for (const Header& header : response.headers) head += fmt::format("{}: {}\r\n", header.name, header.value);
  return head + "\r\n";
}

}  // namespace

class Connection;

// Accepts connections and knows those that are open.
class Listener : public std::enable_shared_from_this<Listener> {
 public:
  Listener(asio::io_context& io, Handler handler_, Knows knows_, ServerLimits limits_)
      : handler(std::move(handler_)), knows(std::move(knows_)), limits(limits_), acceptor(io) {}
  void accept();
  void make_room();

  Handler handler;
  Knows knows;
  ServerLimits limits;
  tcp::acceptor acceptor;
  std::set<Connection*> known;
  std::list<Connection*> strangers;  // the oldest first
};

class Connection : public Exchange, public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, std::shared_ptr<Listener> server)
      : server_(std::move(server)), stream_(std::move(socket)), beat_(stream_.get_executor()) {
    server_->strangers.push_back(this);
  }
  ~Connection() override { forget(); }

  void start() { read_head(server_->limits.head_deadline); }

  void refuse(Response response) {
    state_ = State::Handling;
    keep_alive_ = false;
    answer(std::move(response));
  }

  void close() {
    Error ignored;
    beat_.cancel();
    stream_.socket().close(ignored);
    gone();
  }

  void answer(Response response) override {
    if (state_ != State::Handling) return;
    state_ = State::Answering;
    on_gone_ = nullptr;
    out_ = head_of(response, keep_alive_, false) + response.body;
    stream_.expires_after(server_->limits.write_deadline);
    asio::async_write(stream_, asio::buffer(out_),
                      [self = shared_from_this()](Error error, std::size_t) { self->answered(error); });
  }

  void open_stream() override {
    if (state_ != State::Handling) return;
    state_ = State::Streaming;
    keep_alive_ = false;
    send(std::make_shared<std::string>(head_of({200, "", "text/event-stream"}, false, true) + ": whynot\n\n"));
    heartbeat();
  }

  void send(std::shared_ptr<const std::string> text) override {
    if (state_ != State::Streaming) return;
    unsent_ += text->size();
    if (unsent_ > server_->limits.stream_bytes) return close();  // a reader that does not read
    queue_.push_back(std::move(text));
    if (queue_.size() == 1) write_next();
  }

  void on_gone(std::function<void()> callback) override { on_gone_ = std::move(callback); }

 private:
  enum class State { Reading, Handling, Answering, Streaming };

  void forget() {
    server_->strangers.remove(this);
    server_->known.erase(this);
  }

  // False when there are too many already.
  bool become_known() {
    if (server_->known.count(this) > 0) return true;
    if (server_->known.size() >= server_->limits.known) return false;
    server_->strangers.remove(this);
    server_->known.insert(this);
    return true;
  }

  // Nothing, or why the request goes no further.
  std::optional<Response> turned_away() {
    if (server_->knows(request_) && !become_known()) return error_response(503, "too many connections");
    const bool is_stranger = server_->known.count(this) == 0;
    if (is_stranger && request_.content_length > server_->limits.stranger_body)
      return error_response(413, "the body is too long without a token");
    return std::nullopt;
  }

  void gone() {
    if (auto callback = std::exchange(on_gone_, nullptr)) callback();
    state_ = State::Reading;
  }

  // Later requests of a connection may be a while away; once they begin, they must arrive in time.
  void await_next() {
    state_ = State::Reading;
    if (!buffer_.empty()) return read_head(server_->limits.head_deadline);
    stream_.expires_after(server_->limits.idle);
    stream_.async_read_some(asio::buffer(dump_), [self = shared_from_this()](Error error, std::size_t size) {
      if (error) return;
      self->buffer_.assign(self->dump_.data(), size);
      self->read_head(self->server_->limits.head_deadline);
    });
  }

  void read_head(std::chrono::seconds deadline) {
    stream_.expires_after(deadline);
    asio::async_read_until(stream_, asio::dynamic_buffer(buffer_, server_->limits.head.bytes), "\r\n\r\n",
                           [self = shared_from_this()](Error error, std::size_t size) {
                             if (error == asio::error::not_found)
                               return self->refuse(error_response(431, "the head is too long"));
                             if (!error) self->have_head(size);
                           });
  }

  void have_head(std::size_t size) {
    auto head = web::read_head(std::string_view(buffer_).substr(0, size), server_->limits.head);
    buffer_.erase(0, size);
    if (auto* refusal = std::get_if<Response>(&head)) return refuse(std::move(*refusal));
    request_ = std::move(std::get<Request>(head));
    if (auto refusal = turned_away()) return refuse(std::move(*refusal));
    keep_alive_ = request_.minor_version == 1 && request_.header("connection") != "close";
    const std::size_t had = std::min<std::size_t>(buffer_.size(), request_.content_length);
    request_.body = buffer_.substr(0, had);
    buffer_.erase(0, had);
    if (had == request_.content_length) return handle();
    stream_.expires_after(server_->limits.body_deadline);
    if (request_.header("expect") != "100-continue") return read_body();
    out_ = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(stream_, asio::buffer(out_), [self = shared_from_this()](Error error, std::size_t) {
      if (!error) self->read_body();
    });
  }

  void read_body() {
    const std::size_t had = request_.body.size();
    request_.body.resize(request_.content_length);
    asio::async_read(stream_, asio::buffer(request_.body.data() + had, request_.body.size() - had),
                     [self = shared_from_this()](Error error, std::size_t) {
                       if (!error) self->handle();
                     });
  }

  void handle() {
    state_ = State::Handling;
    stream_.expires_never();
    const auto self = shared_from_this();
    server_->handler(request_, self);
    if (state_ == State::Handling || state_ == State::Streaming) watch();
  }

  // Notices that the client closes while it waits for its answer.  What it sends early waits in the socket.  This may
  // come late, when what woke it has been read as the next request: so it must not wait for a byte.
  void watch() {
    stream_.socket().async_wait(tcp::socket::wait_read, [self = shared_from_this()](Error error) {
      if (error || (self->state_ != State::Handling && self->state_ != State::Streaming)) return;
      char byte = 0;
      const ssize_t size = recv(self->stream_.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
      const bool nothing_yet = size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
      if (size <= 0 && !nothing_yet) self->close();
    });
  }

  void answered(Error error) {
    if (!error && keep_alive_) return await_next();
    Error ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    drain();
  }

  // Lets the client read the last answer: closing with unread input would throw it away.
  void drain() {
    state_ = State::Reading;
    stream_.expires_after(std::chrono::seconds(1));
    stream_.async_read_some(asio::buffer(dump_), [self = shared_from_this()](Error error, std::size_t) {
      if (!error && ++self->drained_ < 64) self->drain();
    });
  }

  void write_next() {
    stream_.expires_after(server_->limits.write_deadline);
    asio::async_write(stream_, asio::buffer(*queue_.front()),
                      [self = shared_from_this()](Error error, std::size_t size) {
                        if (error) return self->close();
                        self->unsent_ -= size;
                        self->queue_.pop_front();
                        if (self->queue_.empty())
                          self->stream_.expires_never();
                        else
                          self->write_next();
                      });
  }

  // A comment now and then: a reader that is no longer there is noticed by the write that fails.
  void heartbeat() {
    beat_.expires_after(std::chrono::seconds(15));
    beat_.async_wait([self = shared_from_this()](Error error) {
      if (error || self->state_ != State::Streaming) return;
      self->send(std::make_shared<std::string>(":\n\n"));
      self->heartbeat();
    });
  }

  std::shared_ptr<Listener> server_;
  boost::beast::tcp_stream stream_;
  std::string buffer_;  // received, not yet read
  asio::steady_timer beat_;
  State state_ = State::Reading;
  bool keep_alive_ = true;
  Request request_;
  std::string out_;
  std::deque<std::shared_ptr<const std::string>> queue_;
  std::size_t unsent_ = 0;
  std::function<void()> on_gone_;
  std::array<char, 4096> dump_{};
  int drained_ = 0;
};

void Listener::accept() {
  acceptor.async_accept([self = shared_from_this()](Error error, tcp::socket socket) {
    if (error == asio::error::operation_aborted || !self->acceptor.is_open()) return;
    if (!error) {
      self->make_room();
      std::make_shared<Connection>(std::move(socket), self)->start();
    }
    self->accept();
  });
}

void Listener::make_room() {
  while (strangers.size() >= limits.strangers) {
    Connection* oldest = strangers.front();
    strangers.pop_front();  // what holds it lets go only when its operations have ended
    oldest->close();
  }
}

Server::Server(asio::io_context& io, Handler handler, Knows knows, ServerLimits limits)
    : listener_(std::make_shared<Listener>(io, std::move(handler), std::move(knows), limits)) {}

Server::~Server() { close(); }

std::string Server::listen(std::uint16_t port) {
  Error error;
  const tcp::endpoint endpoint(asio::ip::address_v4::loopback(), port);
  listener_->acceptor.open(endpoint.protocol(), error);
  if (!error) listener_->acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) listener_->acceptor.bind(endpoint, error);
  if (!error) listener_->acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) return fmt::format("cannot listen on 127.0.0.1:{}: {}", port, error.message());
  listener_->accept();
  return "";
}

std::uint16_t Server::port() const {
  Error error;
  return listener_->acceptor.local_endpoint(error).port();
}

void Server::close() {
  Error ignored;
  listener_->acceptor.close(ignored);
  std::set<Connection*> open = listener_->known;
  open.insert(listener_->strangers.begin(), listener_->strangers.end());
  for (Connection* connection : open) connection->close();
}

}  // namespace whynot::face::web
