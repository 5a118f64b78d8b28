// A question about a small model, with what is told and the cells that the answer rests on.
#pragma once
#include <nlohmann/json.hpp>
#include <set>

#include "unit/command/command_line.h"

namespace whynot::command {

struct WhyCase : CommandLine {
  using Words = std::vector<std::string>;

  struct Told {
    Outcome outcome;
    nlohmann::json finding;  // the first one of its kind; null: there is none

    std::string sentence() const { return finding.value("sentence", ""); }
    // "door@2", with an apostrophe on the way back into a loop.
    static std::string cell(const nlohmann::json& c) {
      return c["column"].get<std::string>() + "@" + std::to_string(c["step"].get<int>()) +
             (c.value("closing", false) ? "'" : "");
    }
    std::set<std::string> cells(std::size_t witness = 0) const { return of(finding["witnesses"][witness]["cells"]); }
    std::set<std::string> roots() const { return of(finding["roots"]); }
    std::set<std::string> changed() const { return of(finding["contrast"].at(0)["changes"]); }
    // The link of the chain about this cell.
    nlohmann::json link(const std::string& about) const {
      for (const auto& l : finding["chain"])
        if (cell(l["cell"]) == about) return l;
      return nullptr;
    }
    static std::set<std::string> of(const nlohmann::json& list) {
      std::set<std::string> found;
      for (const auto& c : list) found.insert(cell(c));
      return found;
    }
  };

  // What `why` says of the model, with further words.
  Told why(const std::string& text, Words more = {}, const std::string& kind = "why") {
    return ask(file("m.smv", text), std::move(more), kind);
  }
  Told ask(const std::string& model, Words more = {}, const std::string& kind = "why") {
    Words words = {"why", model};
    words.insert(words.end(), more.begin(), more.end());
    Told told{whynot(words), nullptr};
    words.push_back("--json");
    const auto report = nlohmann::json::parse(whynot(words).out);
    for (const auto& f : report["findings"])
      if (told.finding.is_null() && f["kind"] == kind) told.finding = f;
    return told;
  }
  static void has(const Told& told, const Words& parts) {
    for (const std::string& part : parts)
      EXPECT_NE(told.outcome.out.find(part), std::string::npos) << part << "\n" << told.outcome.out;
  }
  static void lacks(const Told& told, const Words& parts) {
    for (const std::string& part : parts)
      EXPECT_EQ(told.outcome.out.find(part), std::string::npos) << part << "\n" << told.outcome.out;
  }
};

using Cells = std::set<std::string>;

}  // namespace whynot::command
