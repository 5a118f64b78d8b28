// Random Maude modules whose states are soups: indexed components, a flag, a multiset or set of messages, a queue.
#pragma once
#include <string>
#include <vector>

#include "base/random.h"

namespace whynot {

inline std::string random_soup(Random& random) {
  const auto pick = [&](std::vector<std::string> all) { return all[random.below(all.size())]; };
  const bool set = random.below(2) == 0, queue = random.below(2) == 0, indexed = random.below(3) > 0;
  const std::vector<std::string> labels{"la", "lb", "lc"};
  std::string text =
      "fmod DATA is pr NAT . sorts Pid Label Msg Net Queue . subsort Msg < Net .\n"
      "  op i : Nat -> Pid [ctor] . ops la lb lc : -> Label [ctor] . op m : Pid Label -> Msg [ctor] .\n"
      "  op w : Label -> Msg [ctor] . op none : -> Net [ctor] . op _;_ : Net Net -> Net [ctor assoc comm id: none] .\n"
      "  op nil : -> Queue [ctor] . op _|_ : Label Queue -> Queue [ctor] . op put : Label Queue -> Queue .\n"
      "  op turn : Label -> Label . vars X Y : Label . var Q : Queue . var M : Msg .\n"
      "  eq put(X, nil) = X | nil . eq put(X, Y | Q) = Y | put(X, Q) .\n"
      "  eq turn(la) = lb . eq turn(lb) = lc . eq turn(X) = la [owise] .\n";
  if (set) text += "  eq M ; M = M .\n";
  text +=
      "endfm\nmod SOUP is pr DATA . sorts Part State . subsort Part < State .\n"
      "  op mt : -> State [ctor] . op __ : State State -> State [ctor assoc comm id: mt] .\n"
      "  op pc[_]:_ : Pid Label -> Part [ctor] . op net:_ : Net -> Part [ctor] . op flag:_ : Bool -> Part [ctor] .\n"
      "  op queue:_ : Queue -> Part [ctor] . op n:_ : Nat -> Part [ctor] .\n"
      "  vars I J : Pid . vars X Y Z : Label . var N : Net . var B : Bool . var Q : Queue . var K : Nat .\n";
  const std::size_t rules = 2 + random.below(3);
  for (std::size_t r = 0; r < rules; ++r) {
    std::string left, right;
    std::vector<std::string> known = labels;  // labels that the right-hand side may use
    std::string condition;
    const auto label = [&](bool pattern, const std::string& variable) {
      if (!pattern || random.below(2)) return pick(labels);
      known.push_back(variable);
      return variable;
    };
    const auto value = [&] { return random.below(3) == 0 ? "turn(" + pick(known) + ")" : pick(known); };
    const bool two = random.below(4) == 0, has_pid = indexed || two || random.below(2);
    std::string after;
    if (has_pid) left += "(pc[I]: " + label(true, "X") + ") ";
    if (two) left += "(pc[J]: " + label(true, "Y") + ") ";
    const bool net = random.below(3) > 0, flag = random.below(2), q = queue && random.below(2),
               n = random.below(3) == 0;
    std::string taken;
    if (net) {
      taken = pick({"", "w(la) ; ", "w(Z) ; ", has_pid ? "m(I, Z) ; " : "w(Z) ; ", "w(Z) ; w(la) ; "});
      if (taken.find("Z") != std::string::npos) known.push_back("Z");
      left += "(net: (" + taken + "N)) ";
    }
    if (flag) left += pick({"(flag: true) ", "(flag: false) ", "(flag: B) "});
    std::string queue_after;
    if (q) {
      const bool first = random.below(2);
      left += first ? "(queue: (" + label(true, "X") + " | Q)) " : "(queue: Q) ";
    }
    if (n) left += "(n: K) ";
    if (left.empty()) left = "(n: K) ";
    if (has_pid) right += "(pc[I]: " + value() + ") ";
    if (two) right += "(pc[J]: " + value() + ") ";
    if (net)
      right += "(net: (" + (random.below(2) ? taken : "") +
               pick({"", "w(" + value() + ") ; ", has_pid ? "m(I, " + value() + ") ; " : "", "w(la) ; "}) + "N)) ";
    if (flag) right += pick({"(flag: true) ", "(flag: false) "});
    if (q) right += pick({"(queue: Q) ", "(queue: put(" + value() + ", Q)) ", "(queue: (" + value() + " | Q)) "});
    const bool has_n = left.find("(n: K)") != std::string::npos;
    if (has_n) right += pick({"(n: K) ", "(n: (K + 1)) ", "(n: 0) "});
    if (has_n && random.below(2)) condition = pick({" if K < 2", " if K == 1 or K == 0", " if not (1 <= K)"});
    if (has_pid && condition.empty() && random.below(4) == 0) condition = " if " + pick(known) + " =/= " + pick(known);
    text += std::string(condition.empty() ? "  rl" : "  crl") + " [r" + std::to_string(r) + "] : " + left + "=> " +
            right + condition + " .\n";
  }
  return text + "  op init : -> State .\n  eq init = (pc[i(1)]: la) (pc[i(2)]: " + pick({"la", "la", "lb"}) +
         ") (net: " +
         pick({"none", "(w(la) ; w(lb))", "(w(la) ; w(la) ; w(lc))", "(m(i(1), la) ; w(la) ; m(i(2), lb))"}) +
         ") (flag: false) (queue: nil) (n: 0) .\nendm\n";
}

}  // namespace whynot
