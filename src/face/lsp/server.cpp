// One message after the other: notifications change the texts, requests are answered from them.  Properties are checked
// when a text is saved, for five seconds at most; what is typed meanwhile is read, and answered, behind it.
#include "face/lsp/server.h"

#include <fmt/format.h>

#include <array>
#include <iostream>
#include <map>

#include "command/command.h"
#include "command/version.h"
#include "face/lsp/document.h"
#include "face/lsp/explore.h"
#include "face/lsp/wire.h"

namespace whynot::face::lsp {
namespace {

using nlohmann::json;

constexpr int parse_error = -32700, invalid_request = -32600, no_method = -32601, invalid_params = -32602;
constexpr const char* time_on_save = "5s";
constexpr const char* time_when_asked = "60s";

struct Failure {
  int code;
  std::string message;
};

// A member of nested objects; null where one of them is missing.
json at(const json& object, std::initializer_list<const char*> names) {
  const json* now = &object;
  for (const char* name : names) {
    const auto found = now->is_object() ? now->find(name) : now->end();
    if (!now->is_object() || found == now->end()) return nullptr;
    now = &*found;
  }
  return *now;
}

std::string text_at(const json& object, std::initializer_list<const char*> names) {
  const json found = at(object, names);
  return found.is_string() ? found.get<std::string>() : "";
}

json capabilities() {
  return {{"textDocumentSync", {{"openClose", true}, {"change", 1}, {"save", true}}},
          {"hoverProvider", true},
          {"definitionProvider", true},
          {"referencesProvider", true},
          {"renameProvider", true},
          {"documentSymbolProvider", true},
          {"completionProvider", json::object()},
          {"codeLensProvider", json::object()},
          {"executeCommandProvider",
           {{"commands", {"whynot.check", "whynot.explain", "whynot.classify", "whynot.explore"}}}}};
}

bool is_name(std::string_view text) {
  const auto inside = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '#';
  };
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(), inside);
}

class Server {
 public:
  Server(std::istream& in, std::ostream& out) : in_(in), out_(out) {}

  ExitCode serve() {
    while (!ended_) {
      const auto message = read_message(in_);
      if (!message) return exit_io;  // it went away without a word
      hear(*message);
    }
    return shut_down_ ? exit_ok : exit_usage;
  }

 private:
  void hear(const json& message) {
    if (message.is_discarded()) return fail(nullptr, {parse_error, "this is not JSON"});
    const json id = at(message, {"id"});
    const std::string method = text_at(message, {"method"});
    if (method.empty()) {
      if (at(message, {"result"}).is_null() && at(message, {"error"}).is_null() && !id.is_null())
        fail(id, {invalid_request, "a request has a method"});
      return;
    }
    const json params = at(message, {"params"});
    if (id.is_null()) return notice(method, params);
    try {
      send({{"jsonrpc", "2.0"}, {"id", id}, {"result", answer(method, params)}});
    } catch (const Failure& failure) {
      fail(id, failure);
    }
  }

  void send(const json& message) { out_ << framed(message) << std::flush; }
  void fail(const json& id, const Failure& failure) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", failure.code}, {"message", failure.message}}}});
  }
  void tell(const char* method, const json& params) {
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
  }

  // Notifications -------------------------------------------------------------------------------------------------

  void notice(const std::string& method, const json& params) {
    const std::string uri = text_at(params, {"textDocument", "uri"});
    const auto known = documents_.find(uri);
    if (method == "exit") {
      ended_ = true;
    } else if (method == "textDocument/didOpen") {
      open(uri, text_at(params, {"textDocument", "text"}));
    } else if (known == documents_.end()) {
      return;
    } else if (method == "textDocument/didChange") {
      const json changes = at(params, {"contentChanges"});
      if (!changes.is_array() || changes.empty()) return;
      known->second.read_again(text_at(changes.back(), {"text"}));
      publish(known->second);
    } else if (method == "textDocument/didSave") {
      known->second.check("", time_on_save);
      publish(known->second);
    } else if (method == "textDocument/didClose") {
      tell("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", json::array()}});
      documents_.erase(known);
    }
  }

  void open(const std::string& uri, const std::string& text) {
    const std::string language = edited_front(uri);
    if (language.empty()) return;
    const auto opened = documents_.insert_or_assign(uri, Document(uri, language, text)).first;
    publish(opened->second);
  }

  void publish(const Document& document) {
    tell("textDocument/publishDiagnostics", {{"uri", document.uri()}, {"diagnostics", document.diagnostics()}});
  }

  // Requests ------------------------------------------------------------------------------------------------------

  json answer(const std::string& method, const json& params) {
    if (method == "initialize")
      return {{"capabilities", capabilities()}, {"serverInfo", {{"name", "whynot"}, {"version", command::version}}}};
    if (method == "shutdown") {
      shut_down_ = true;
      return nullptr;
    }
    if (method == "workspace/executeCommand") return execute(params);
    constexpr std::string_view about_text = "textDocument/";
    if (!method.starts_with(about_text)) throw Failure{no_method, fmt::format("there is no method `{}`", method)};
    const auto known = documents_.find(text_at(params, {"textDocument", "uri"}));
    if (known == documents_.end()) throw Failure{invalid_params, "this text is not open"};
    return about(known->second, method.substr(about_text.size()), params);
  }

  json about(const Document& document, const std::string& method, const json& params) {
    const std::size_t place = place_of(document.names().text(), at(params, {"position"}));
    if (method == "hover") return document.hover(place);
    if (method == "definition") return definition(document, place);
    if (method == "references") return references(document, place);
    if (method == "rename") return rename(document, place, text_at(params, {"newName"}));
    if (method == "documentSymbol") return document.symbols();
    if (method == "completion") return completion(document, place);
    if (method == "codeLens") return document.lenses();
    throw Failure{no_method, fmt::format("there is no method `textDocument/{}`", method)};
  }

  static json location(const Document& document, const Range& range) {
    return {{"uri", document.uri()}, {"range", range_of(document.names().text(), range)}};
  }

  static json definition(const Document& document, std::size_t place) {
    const Declared* declared = document.names().at(place);
    return declared ? location(document, declared->where) : json();
  }

  static json references(const Document& document, std::size_t place) {
    json all = json::array();
    if (const Declared* declared = document.names().at(place))
      for (const Range& range : document.names().references(*declared)) all.push_back(location(document, range));
    return all;
  }

  static json rename(const Document& document, std::size_t place, const std::string& name) {
    const Declared* declared = document.names().at(place);
    if (!declared) throw Failure{invalid_params, "nothing that is declared here has this name"};
    if (!is_name(name)) throw Failure{invalid_params, fmt::format("`{}` cannot be a name", name)};
    json edits = json::array();
    for (const Range& range : document.names().references(*declared))
      edits.push_back({{"range", range_of(document.names().text(), range)}, {"newText", name}});
    return {{"changes", {{document.uri(), std::move(edits)}}}};
  }

  static json completion(const Document& document, std::size_t place) {
    json all = json::array();
    for (const std::string& word : document.names().offered(place)) all.push_back({{"label", word}});
    return all;
  }

  // The arguments of all of them are the text and the property.
  json execute(const json& params) {
    const std::string command = text_at(params, {"command"});
    const json arguments = at(params, {"arguments"});
    const bool two =
        arguments.is_array() && arguments.size() == 2 && arguments[0].is_string() && arguments[1].is_string();
    const auto known = two ? documents_.find(arguments[0].get<std::string>()) : documents_.end();
    if (known == documents_.end()) throw Failure{invalid_params, "the arguments are an open text and a property"};
    Document& document = known->second;
    const std::string property = arguments[1];
    if (command == "whynot.check") {
      const std::string said = document.check(property, time_when_asked);
      publish(document);
      return said;
    }
    if (command == "whynot.explain" || command == "whynot.classify")
      return document.ask({command.substr(command.find('.') + 1), "-", "--lang=" + edited_front(document.uri()),
                           "--property=" + property, std::string("--timeout=") + time_when_asked});
    if (command == "whynot.explore") return explore(document);
    throw Failure{invalid_params, fmt::format("there is no command `{}`", command)};
  }

  json explore(const Document& document) {
    const auto path = path_of(document.uri());
    const std::string address = path ? explorer_.address(*path) : "";
    if (address.empty()) throw Failure{invalid_params, "the explorer needs a file, and did not start"};
    send({{"jsonrpc", "2.0"},
          {"id", fmt::format("show-{}", ++shown_)},
          {"method", "window/showDocument"},
          {"params", {{"uri", address}, {"external", true}}}});
    return address;
  }

  std::istream& in_;
  std::ostream& out_;
  std::map<std::string, Document> documents_;  // by uri
  Explorer explorer_;
  bool shut_down_ = false, ended_ = false;
  int shown_ = 0;
};

}  // namespace

ExitCode run_lsp(command::Run& run) { return Server(run.in, run.out).serve(); }

}  // namespace whynot::face::lsp
