// What engines have said of a model's properties, in its `Keep`: `why` after `check` need not decide again.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "engine/turns/schedule.h"
#include "model/property.h"

namespace whynot::session {

// Verdicts that settle a question do not depend on limits; those that do not are asked for anew.
class Decided {
 public:
  using Key = std::tuple<PropertyKind, std::uint32_t, std::string, std::size_t>;  // kind, formula, engine, bound

  // Null: a COMPUTE has no formula to be known by.
  static std::optional<Key> key(const Property& property, const std::string& engine, std::size_t bound) {
    if (!property.formula) return std::nullopt;
    return Key{property.kind, property.formula.id(), engine, bound};
  }

  std::optional<engine::Answer> find(const std::optional<Key>& key) const {
    const auto found = key ? said_.find(*key) : said_.end();
    if (found == said_.end()) return std::nullopt;
    return engine::Answer{found->second.verdict, found->second.engine, nullptr};
  }

  // A run that may be longer than needed might be shorter next time.
  void remember(const std::optional<Key>& key, const engine::Answer& answer) {
    if (!key || !engine::is_conclusive(answer.verdict) || answer.may_be_longer) return;
    const Trace* trace = trace_of(answer.verdict);
    const std::size_t cells = trace ? trace->steps.size() * trace->signature->columns.size() : 0;
    if (cells > room_ || !said_.try_emplace(*key, Said{answer.verdict, answer.engine}).second) return;
    room_ -= cells;
  }

 private:
  struct Said {
    Verdict verdict;
    std::string engine;
  };
  std::map<Key, Said> said_;
  std::size_t room_ = 1'000'000;  // for cells of traces
};

// Hears of some of many questions, by their numbers among all, and remembers what is said.
class Remembering final : public engine::Schedule::Listener {
 public:
  Remembering(Decided& decided, Listener& listener) : decided_(decided), listener_(listener) {}

  void add(std::size_t question, std::optional<Decided::Key> key) {
    questions_.push_back(question);
    keys_.push_back(std::move(key));
  }
  void begins(std::size_t i) override { listener_.begins(questions_[i]); }
  void answered(std::size_t i, engine::Answer answer, double seconds) override {
    decided_.remember(keys_[i], answer);
    listener_.answered(questions_[i], std::move(answer), seconds);
  }
  void not_tried(std::size_t i, std::size_t busiest) override {
    listener_.not_tried(questions_[i], questions_[busiest]);
  }

 private:
  Decided& decided_;
  Listener& listener_;
  std::vector<std::size_t> questions_;
  std::vector<std::optional<Decided::Key>> keys_;
};

}  // namespace whynot::session
