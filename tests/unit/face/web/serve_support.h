// A running `whynot serve`, and requests to it over raw sockets: what a browser would never send can be sent.
#pragma once
#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

namespace whynot::face::web {

inline std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

// How long anything is waited for: a busy machine is no failure, so this says only that it never comes.
constexpr std::chrono::milliseconds patience{120'000};

// Whether a state is reached that is looked for again and again.
template <class State>
bool comes_true(State state, std::chrono::milliseconds within = patience) {
  for (const auto end = std::chrono::steady_clock::now() + within; std::chrono::steady_clock::now() < end;) {
    if (state()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

class Socket {
 public:
  explicit Socket(int port, const char* address = "127.0.0.1") : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    inet_pton(AF_INET, address, &to.sin_addr);
    connected_ = connect(fd_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
  }
  ~Socket() { ::close(fd_); }
  Socket(const Socket&) = delete;

  bool connected() const { return connected_; }
  void send(const std::string& text) const {
    [[maybe_unused]] const auto sent = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
  }
  // Reads until `enough`, the end, or the time is up.
  template <class Enough>
  std::string read(Enough enough, std::chrono::milliseconds within = patience) {
    const auto deadline = std::chrono::steady_clock::now() + within;
    while (!enough(buffer_)) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
      pollfd waiting{fd_, POLLIN, 0};
      if (left <= 0 || poll(&waiting, 1, static_cast<int>(left)) <= 0) break;
      char part[65536];
      const ssize_t size = recv(fd_, part, sizeof part, 0);
      if (size <= 0) {
        ended_ = true;
        break;
      }
      buffer_.append(part, static_cast<std::size_t>(size));
    }
    return buffer_;
  }
  // One response with its body; what follows stays.
  std::string response() {
    const auto whole = [](const std::string& text) {
      return length(text) != std::string::npos && text.size() >= length(text);
    };
    const std::string text = read(whole);
    const std::size_t size = std::min(length(text), text.size());
    buffer_.erase(0, size);
    return text.substr(0, size);
  }
  bool ended() const { return ended_; }

 private:
  static std::size_t length(const std::string& text) {
    const std::size_t end = text.find("\r\n\r\n"), at = text.find("Content-Length: ");
    if (end == std::string::npos) return std::string::npos;
    return end + 4 + (at < end ? std::stoul(text.substr(at + 16)) : 0);
  }
  int fd_;
  bool connected_ = false, ended_ = false;
  std::string buffer_;
};

inline int status_of(const std::string& response) {
  return response.starts_with("HTTP/1.1 ") ? std::stoi(response.substr(9, 3)) : 0;
}
inline std::string body_of(const std::string& response) {
  const std::size_t end = response.find("\r\n\r\n");
  return end == std::string::npos ? "" : response.substr(end + 4);
}

// The program as a child; it is killed when the test ends.
class Serve {
 public:
  // `place` and `path`: where it runs, and its PATH, when they are not ours.
  explicit Serve(std::vector<std::string> arguments, const std::string& place = ".", const std::string& path = "") {
    arguments.insert(arguments.begin(), {WHYNOT_BINARY, "serve"});
    std::vector<char*> argv;
    for (std::string& word : arguments) argv.push_back(word.data());
    argv.push_back(nullptr);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    pid_ = fork();
    if (pid_ == 0) {
      dup2(ends[1], 1);
      const int null = open("/dev/null", O_RDWR);
      dup2(null, 2);
      if (!path.empty()) setenv("PATH", path.c_str(), 1);
      if (chdir(place.c_str()) != 0) _exit(126);
      execv(argv[0], argv.data());
      _exit(127);
    }
    ::close(ends[1]);
    for (char c; ::read(ends[0], &c, 1) == 1 && c != '\n';) line_ += c;
    ::close(ends[0]);
    const std::size_t mark = line_.find("/#t=");
    if (mark == std::string::npos) return;
    port = std::stoi(line_.substr(17, mark - 17));
    token = line_.substr(mark + 4);
  }
  // It takes its temporary files along if it is asked to go.
  ~Serve() {
    if (pid_ > 0) kill(SIGTERM);
    if (pid_ > 0 && wait(std::chrono::seconds(5)) == -1) {
      kill(SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }
  Serve(const Serve&) = delete;

  // With {port}, {token}, {cookie} and {own} (the Host and Origin of the page itself) filled in.
  std::string filled(std::string text) const {
    text = replaced(std::move(text), "{own}", "Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n");
    text = replaced(std::move(text), "{host}", "Host: 127.0.0.1:{port}\r\n");
    text = replaced(std::move(text), "{auth}", "Cookie: {cookie}\r\nX-Whynot-Token: {token}\r\n");
    text = replaced(std::move(text), "{port}", std::to_string(port));
    return replaced(replaced(std::move(text), "{token}", token), "{cookie}", cookie);
  }
  std::string ask(const std::string& request) const {
    Socket socket(port);
    socket.send(filled(request));
    return socket.response();
  }
  std::string post(const std::string& name, const std::string& body) const {
    return ask("POST /api/v1/" + name + " HTTP/1.1\r\n{own}{auth}Content-Type: application/json\r\nContent-Length: " +
               std::to_string(body.size()) + "\r\n\r\n" + body);
  }
  std::string get(const std::string& name) const {
    return ask("GET /api/v1/" + name + " HTTP/1.1\r\n{host}{auth}\r\n");
  }
  std::string run(const std::string& line) const { return post("run", nlohmann::json{{"line", line}}.dump()); }

  std::string login() {
    const std::string response = post("login", nlohmann::json{{"token", token}}.dump());
    const std::size_t at = response.find("Set-Cookie: ");
    if (at != std::string::npos) cookie = response.substr(at + 12, response.find(';', at) - at - 12);
    return response;
  }
  void kill(int signal) const { ::kill(pid_, signal); }
  // The exit code, or -1 when it does not end.
  int wait(std::chrono::milliseconds within = patience) {
    int status = 0;
    if (!comes_true([&] { return waitpid(pid_, &status, WNOHANG) == pid_; }, within)) return -1;
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
  }
  pid_t pid() const { return pid_; }
  const std::string& line() const { return line_; }

  int port = 0;
  std::string token, cookie;

 private:
  pid_t pid_ = -1;
  std::string line_;
};

// A folder with models, gone after the test.
struct ServeTest : ::testing::Test {
  std::filesystem::path folder;
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("whynot-serve-" + std::to_string(::getpid()) + "-" +
                                                       ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    return folder / name;
  }
  std::string counter() const {
    return file("counter.smv",
                "MODULE main\nVAR x : 0..7;\nASSIGN init(x) := 0; next(x) := case x < 7 : x + 1; TRUE : 0; esac;\n"
                "INVARSPEC NAME small := x < 3;\nLTLSPEC NAME back := G F x = 0;\n");
  }
};

// What a command prints, for comparison.
inline std::string printed(const std::string& words) {
  FILE* pipe = popen((std::string(WHYNOT_BINARY) + " " + words + " 2>/dev/null").c_str(), "r");
  std::string text;
  char part[4096];
  while (const std::size_t size = fread(part, 1, sizeof part, pipe)) text.append(part, size);
  pclose(pipe);
  return text;
}

}  // namespace whynot::face::web
