// Facts and classes as text: CONTRACT.md's forms, and a sentence in plain words.
#pragma once
#include <string>
#include <vector>

#include "analyse/classify/facts/facts.h"

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
// "at some step eve_key is KAB; later secret holds".
std::string sentence_of(const Vocabulary&, const TraceClass&);
// The class as one predicate of a file: "d1(i, j) := eve_key@i = KAB & secret@j & i < j".
std::string declaration_of(const Vocabulary&, const std::string& name, const TraceClass&);
// The kind of fact that tells most about it: value, range, pair, order, next, forever, between, given.
std::string kind_of(const Vocabulary&, const TraceClass&);
// The facts as they are shown: values first, by position, then the order.
std::vector<Fact> in_reading_order(const Vocabulary&, const TraceClass&);

}  // namespace whynot::analyse::classify
