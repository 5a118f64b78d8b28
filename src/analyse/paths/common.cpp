// An event is common if no error path is left without it; the order of the common events is a longest common
// sequence.
#include "analyse/paths/common.h"

#include <algorithm>
#include <map>

#include "engine/pushdown/infinite/repeating.h"
#include "engine/pushdown/tabulation.h"

namespace whynot::analyse::paths {

using namespace engine::pushdown;

namespace {

bool carries(const Pds& pds, const PdsRule& rule, std::uint32_t event) {
  const auto& set = pds.event_sets[rule.events];
  return std::find(set.begin(), set.end(), event) != set.end();
}

}  // namespace

std::vector<std::string> CommonEvents::on_every_path(const std::vector<std::uint32_t>& candidates) {
  const Pds& pds = product_.pds();
  std::vector<std::string> result;
  for (std::uint32_t event : candidates) {
    std::vector<bool> carriers(pds.rules.size());
    for (std::size_t r = 0; r < pds.rules.size(); ++r) carriers[r] = carries(pds, pds.rules[r], event);
    Tabulation without(product_, all_final_);
    without.avoid(std::move(carriers));
    without.stop_at_final();
    without.add_starts();
    if (!without.run(context_)) break;
    if (without.final_heads().empty()) result.push_back(pds.events[event].text());
  }
  return result;
}

std::vector<std::string> CommonEvents::on_every_infinite_run(const std::vector<std::uint32_t>& candidates) {
  const Pds& pds = product_.pds();
  std::vector<std::string> result;
  for (std::uint32_t event : candidates) {
    Pds without = pds;
    std::erase_if(without.rules, [&](const PdsRule& rule) { return carries(pds, rule, event); });
    Product product(without, product_.efsa());
    Tabulation tabulation(product, true);
    tabulation.add_starts();
    if (!tabulation.run(context_)) break;
    const Repeating repeating(product, tabulation, context_);
    if (!repeating.complete()) break;
    if (repeating.components() == 0) result.push_back(pds.events[event].text());
  }
  return result;
}

namespace {

constexpr std::size_t max_table_cells = 1 << 20, max_sequences = 12;

// Dynamic programming over a position in every sequence at once; `cell` numbers the positions.
class CommonSequence {
 public:
  explicit CommonSequence(std::vector<const std::vector<std::string>*> sequences) : sequences_(std::move(sequences)) {}

  std::optional<std::vector<std::string>> run() {
    std::size_t cells = 1;
    for (const auto* s : sequences_) {
      stride_.push_back(cells);
      cells *= s->size() + 1;
      if (cells > max_table_cells) return std::nullopt;
    }
    best_.assign(cells, 0);
    for (std::size_t cell = 0; cell < cells; ++cell) best_[cell] = value(cell);
    return walk(cells - 1);
  }

 private:
  std::size_t position(std::size_t cell, std::size_t k) const {
    return cell / stride_[k] % (sequences_[k]->size() + 1);
  }

  // The event that ends all the prefixes, or nothing.
  const std::string* shared(std::size_t cell) const {
    const std::string* event = nullptr;
    for (std::size_t k = 0; k < sequences_.size(); ++k) {
      if (position(cell, k) == 0) return nullptr;
      const std::string& last = (*sequences_[k])[position(cell, k) - 1];
      if (event && *event != last) return nullptr;
      event = &last;
    }
    return event;
  }
  std::size_t all_strides() const {
    std::size_t sum = 0;
    for (std::size_t s : stride_) sum += s;
    return sum;
  }
  std::uint32_t value(std::size_t cell) const {
    if (shared(cell)) return best_[cell - all_strides()] + 1;
    std::uint32_t best = 0;
    for (std::size_t k = 0; k < sequences_.size(); ++k)
      if (position(cell, k) > 0) best = std::max(best, best_[cell - stride_[k]]);
    return best;
  }
  std::vector<std::string> walk(std::size_t cell) const {
    std::vector<std::string> result;
    while (best_[cell] > 0) {
      if (const std::string* event = shared(cell)) {
        result.push_back(*event);
        cell -= all_strides();
        continue;
      }
      for (std::size_t k = 0; k < sequences_.size(); ++k)
        if (position(cell, k) > 0 && best_[cell - stride_[k]] == best_[cell]) {
          cell -= stride_[k];
          break;
        }
    }
    std::reverse(result.begin(), result.end());
    return result;
  }

  std::vector<const std::vector<std::string>*> sequences_;
  std::vector<std::size_t> stride_;
  std::vector<std::uint32_t> best_;
};

}  // namespace

std::optional<std::vector<std::string>> longest_common_sequence(const std::vector<PathsGroup>& groups) {
  std::vector<const std::vector<std::string>*> sequences;
  for (const PathsGroup& group : groups)
    if (std::none_of(sequences.begin(), sequences.end(), [&](const auto* s) { return *s == group.events; }))
      sequences.push_back(&group.events);
  if (sequences.empty() || sequences.size() > max_sequences) return std::nullopt;
  return CommonSequence(std::move(sequences)).run();
}

}  // namespace whynot::analyse::paths
