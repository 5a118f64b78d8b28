// libwhynot for C++17: sessions that close themselves, answers as texts.
#ifndef WHYNOT_HPP
#define WHYNOT_HPP

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "whynot.h"

namespace whynot {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Session {
 public:
  using OnEvent = std::function<void(const std::string& event)>;

  // A path, or a text with line ends; `options` hold for every question.  Throws Error.
  explicit Session(const std::string& model, const std::vector<std::string>& options = {}) {
    std::vector<const char*> words;
    for (const std::string& option : options) words.push_back(option.c_str());
    words.push_back(nullptr);
    char* error = nullptr;
    session_.reset(whynot_open(model.c_str(), words.data(), &error));
    const std::unique_ptr<char, void (*)(char*)> said(error, whynot_free);
    if (!session_) throw Error(said ? said.get() : "out of memory");
  }

  // The answer, as JSON.
  std::string run(const std::string& request, const OnEvent& on_event = {}) {
    const auto forward = [](const char* event, void* user) { (*static_cast<const OnEvent*>(user))(event); };
    const std::unique_ptr<char, void (*)(char*)> answer(
        whynot_run(session_.get(), request.c_str(), on_event ? +forward : nullptr, const_cast<OnEvent*>(&on_event)),
        whynot_free);
    if (!answer) throw std::bad_alloc();
    return answer.get();
  }

  // From any thread.
  bool cancel() { return whynot_cancel(session_.get()) != 0; }

 private:
  struct Close {
    void operator()(whynot_session* session) const { whynot_close(session); }
  };
  std::unique_ptr<whynot_session, Close> session_;
};

}  // namespace whynot

#endif
