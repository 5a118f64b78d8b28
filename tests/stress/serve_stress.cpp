// The server under load, built with ThreadSanitizer: 32 clients ask, download, leave while they wait, cancel, listen
// and reload, for as many seconds as asked.  The server runs on a thread as `whynot serve` runs it; its worker is the
// real program (WHYNOT_BINARY), which this one becomes when it is started as a worker.  One more client listens all the
// time and counts which jobs begin and end.  Ends with 1 when an answer is not HTTP, when a job that began has not
// ended afterwards, when a descriptor stays open, or (by ThreadSanitizer's own exit code) after a race.
#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "face/web/explorer.h"
#include "face/web/server.h"
#include "page/assets.h"

// The page's files are no part of this.
const whynot::page::Assets& whynot::page::assets() {
  static const Assets none{"<!doctype html>", "", "", "", ""};
  return none;
}

namespace whynot::face::web {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int clients = 32;

constexpr const char* model_text = R"(MODULE main
VAR x : 0..15; y : 0..15; b : boolean;
ASSIGN init(x) := 0; next(x) := case b : (x + 1) mod 16; TRUE : x; esac;
       init(y) := 0; next(y) := case x = 7 : (y + 1) mod 16; TRUE : y; esac;
INVARSPEC NAME low := y < 3;
LTLSPEC NAME often := G F x = 0;
)";

class Client {
 public:
  explicit Client(std::uint16_t port) : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = connect(fd_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
  }
  ~Client() { ::close(fd_); }
  Client(const Client&) = delete;

  bool connected() const { return connected_; }
  void send(const std::string& text) const { (void)!::send(fd_, text.data(), text.size(), MSG_NOSIGNAL); }
  // What comes within the time, up to the end of the connection.
  std::string read(std::chrono::milliseconds time) const {
    std::string text;
    for (const auto deadline = Clock::now() + time;;) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      pollfd waiting{fd_, POLLIN, 0};
      char part[16384];
      if (left <= 0 || poll(&waiting, 1, static_cast<int>(left)) <= 0) return text;
      const ssize_t size = recv(fd_, part, sizeof part, 0);
      if (size <= 0) return text;
      text.append(part, static_cast<std::size_t>(size));
    }
  }

 private:
  int fd_;
  bool connected_ = false;
};

class Stress {
 public:
  Stress(std::uint16_t port, std::string token) : port_(port), token_(std::move(token)) {}

  std::atomic<std::uint64_t> answered{0}, refused{0}, left{0}, cancelled{0}, wrong{0};

  void client(unsigned seed, Clock::time_point end) {
    std::mt19937 random(seed);
    while (Clock::now() < end) act(random() % 11, random);
  }

  // Listens until told otherwise; the jobs that began and have not ended, and how many there were.
  void observe(const std::atomic<bool>& over) {
    const Client client(port_);
    client.send(get("/api/v1/events"));
    std::string text;
    while (!over) {
      text += client.read(std::chrono::milliseconds(50));
      for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1))
        take_event(text.substr(0, end));
    }
  }
  std::set<std::uint64_t> open_jobs;  // of the observer, once it has ended
  std::uint64_t jobs = 0;

  // A question that has to be answered: nothing is stuck.
  bool answers(std::chrono::seconds patience) const {
    for (const auto end = Clock::now() + patience; Clock::now() < end;) {
      const Client client(port_);
      client.send(post("run", R"({"line":"check -p often"})"));
      if (client.read(patience).find("\"code\":") != std::string::npos) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    return false;
  }

 private:
  std::string head(const std::string& method, const std::string& path) const {
    const std::string host = "127.0.0.1:" + std::to_string(port_);
    return method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host +
           "\r\nX-Whynot-Token: " + token_ + "\r\nConnection: close\r\n";
  }
  std::string get(const std::string& path) const { return head("GET", path) + "\r\n"; }
  std::string post(const std::string& name, const std::string& body) const {
    return head("POST", "/api/v1/" + name) +
           "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }

  void act(unsigned what, std::mt19937& random) {
    static const std::string check = R"({"line":"check"})", low = R"({"line":"check -p low --engine bmc"})";
    switch (what) {
      case 0: return void(ask(get("/")));
      case 1: return void(ask(get("/api/v1/report?wait=0")));
      case 2: return void(ask(get("/api/v1/source")));
      case 3: return void(ask("GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n"));
      case 4: return void(ask(post("run", low)));
      case 5: return void(cancelled += ask(post("cancel", "{}")));
      case 6: return leave(post("run", check), random() % 60);
      case 7: return leave(get("/api/v1/events"), random() % 200);
      case 8: return leave(head("POST", "/api/v1/run"), random() % 20);  // goes in the middle of a head
      case 9: return void(ask(post("download", R"({"line":"check -p low","as":"junit"})")));
      default:
        return void(ask(random() % 20 == 0 ? post("reload", "{}") : post("run", R"({"line":"check -p often"})")));
    }
  }
  void take_event(const std::string& line) {
    const std::size_t at = line.find("\"id\":");
    if (line.find("\"event\":\"job\"") == std::string::npos || at == std::string::npos) return;
    const std::uint64_t id = std::strtoull(line.c_str() + at + 5, nullptr, 10);
    if (line.find("\"state\":\"running\"") != std::string::npos)
      jobs += open_jobs.insert(id).second;
    else
      open_jobs.erase(id);
  }
  // Whether it was taken up.
  bool ask(const std::string& request) {
    const Client client(port_);
    client.send(request);
    const std::string text = client.connected() ? client.read(std::chrono::seconds(30)) : "HTTP/1.1 503";
    const bool turned_away = text.starts_with("HTTP/1.1 503"), good = text.starts_with("HTTP/1.1 ");
    ++(turned_away ? refused : good ? answered : wrong);
    return good && !turned_away;
  }
  void leave(const std::string& request, unsigned milliseconds) {
    const Client client(port_);
    client.send(request);
    client.read(std::chrono::milliseconds(milliseconds));
    ++left;
  }

  std::uint16_t port_;
  std::string token_;
};

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

// Connections that were left are closed when the server notices; then there are no more descriptors than at first.
bool descriptors_are_closed(std::size_t at_first) {
  for (int i = 0; i < 100 && open_descriptors() > at_first; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  return open_descriptors() <= at_first;
}

int run(unsigned seconds) {
  char folder[] = "/tmp/whynot-stress-XXXXXX";
  if (!mkdtemp(folder)) return 4;
  const std::string model = std::string(folder) + "/model.smv";
  std::ofstream(model) << model_text;

  std::signal(SIGPIPE, SIG_IGN);
  boost::asio::io_context io(1);
  Explorer::Options options;
  options.model = model;
  Explorer explorer(io, std::move(options));
  ServerLimits limits;
  limits.known = limits.strangers = clients + 1;  // and the one that listens
  Server server(
      io, [&](const Request& request, ExchangePtr exchange) { explorer.handle(request, std::move(exchange)); },
      [&](const Request& request) { return explorer.guard().knows_token(request); }, limits);
  if (!server.listen(0).empty()) return 4;
  explorer.guard().set_port(server.port());
  Stress stress(server.port(), explorer.guard().token());
  explorer.start();
  std::thread serving([&] { io.run(); });

  std::atomic<bool> over{false};
  std::thread observer([&] { stress.observe(over); });
  stress.answers(std::chrono::seconds(60));  // the worker has been started
  const std::size_t descriptors = open_descriptors();
  std::vector<std::thread> threads;
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  for (unsigned i = 0; i < clients; ++i) threads.emplace_back([&, i] { stress.client(i + 1, end); });
  for (std::thread& thread : threads) thread.join();
  const bool alive = stress.answers(std::chrono::seconds(60));
  const bool closed = descriptors_are_closed(descriptors);
  over = true;
  observer.join();
  boost::asio::post(io, [&] {
    server.close();
    explorer.stop();
    io.stop();
  });
  serving.join();
  unlink(model.c_str());
  rmdir(folder);
  std::printf(
      "%d clients, %u s: %lu requests answered, %lu refused as too many, %lu left early, %lu wrong; %lu cancellations, "
      "%lu jobs, %zu of them stuck; %s; %s\n",
      clients, seconds, stress.answered.load(), stress.refused.load(), stress.left.load(), stress.wrong.load(),
      stress.cancelled.load(), stress.jobs, stress.open_jobs.size(),
      closed ? "every connection is closed" : "DESCRIPTORS STAY OPEN", alive ? "the server still answers" : "STUCK");
  return alive && closed && stress.open_jobs.empty() && stress.wrong == 0 && stress.answered > 0 ? 0 : 1;
}

}  // namespace
}  // namespace whynot::face::web

int main(int count, char** words) {
  if (count > 1 && std::string(words[1]) == "worker") {
    const char* program = std::getenv("WHYNOT_BINARY");
    if (program) execv(program, words);
    return 127;
  }
  return whynot::face::web::run(count > 1 ? static_cast<unsigned>(std::atoi(words[1])) : 60);
}
