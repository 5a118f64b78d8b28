// Facts and classes as text: CONTRACT.md's forms, and a sentence in plain words.
#pragma once
#include <string>
#include <vector>

#include "analyse/classify/facts.h"

namespace whynot::analyse::classify {

struct FactText {
  std::string text, predicate;
  std::vector<std::string> args;
};

// i, j, k, …, without those that are variables of the model; of a fixed position, its number.
std::string position_name(const Vocabulary&, std::size_t);

FactText fact_text(const Vocabulary&, const Fact&);
// "exists i < j: eve_key@i = KAB & secret@j".
std::string constraint_text(const Vocabulary&, const TraceClass&);
// "there are positions i < j such that eve_key is KAB at i and secret holds at j".
std::string sentence_of(const Vocabulary&, const TraceClass&);
// The facts as they are shown: values first, by position, then the order.
std::vector<Fact> in_reading_order(const Vocabulary&, const TraceClass&);

}  // namespace whynot::analyse::classify
