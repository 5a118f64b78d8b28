// A text that is open in the editor: its names, what its language says about it, and what the last check found.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "face/lsp/names.h"

namespace whynot::face::lsp {

class Document {
 public:
  Document(std::string uri, std::string language, std::string text);

  const std::string& uri() const { return uri_; }
  const Names& names() const { return names_; }

  // What the front end has to say; a report that was found is about the text before.
  void read_again(std::string text);
  // Checks all properties, or one.  What it says on standard error where there is no report.
  std::string check(const std::string& property, const std::string& timeout);

  nlohmann::json diagnostics() const;  // those of the language, and the verdicts
  nlohmann::json hover(std::size_t place) const;
  nlohmann::json symbols() const;
  nlohmann::json lenses() const;
  // The report of another command about the text, as a person would read it.
  std::string ask(const std::vector<std::string>& words) const;

 private:
  void look();
  nlohmann::json verdict_diagnostic(const nlohmann::json& property) const;
  nlohmann::json places_of_causes(const nlohmann::json& property) const;
  std::string values_of(const Declared&) const;
  Range range_of_property(const nlohmann::json& property) const;

  std::string uri_, language_;
  Names names_;
  nlohmann::json said_ = nlohmann::json::array();
  std::map<std::string, nlohmann::json> results_;  // by property: its part of the report
  std::map<std::string, nlohmann::json> traces_;   // by property: the first
};

// The front end that a file is for, by its name; empty: none that is edited.
std::string edited_front(const std::string& uri);

}  // namespace whynot::face::lsp
