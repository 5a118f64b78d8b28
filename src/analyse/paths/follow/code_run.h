// A program followed along one run, with terms for values: what it knows, what its branches demand, and what each of
// these rests on, so that others can tell which further runs would end in the same way.  A run can be copied, and each
// copy go its own way.
//
// What is taken for granted: functions of others write only what they are handed, and variables that they define
// themselves; places of different types, and different fields, are different; two unknown pointers may be the same.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyse/paths/follow/code_image.h"
#include "analyse/paths/follow/identity.h"
#include "analyse/paths/follow/terms.h"

namespace whynot::analyse::paths {

struct CodeValue {
  static constexpr std::uint32_t never = ~0u;

  TermId term = 0;
  RestId rests_on = 0;
  std::uint32_t since = never;  // the first step that had a part in it
  std::uint32_t made_at = never;
};

struct CodeRunOptions {
  bool copies = true;    // a variable that gets another one's value is the same thing by another name
  bool counters = true;  // what a loop counts is known
};

// What the copies of a run have in common: values keep their numbers.
struct RunTables {
  Terms terms;
  Rests rests;
  Births births;
  std::unordered_map<TermId, std::uint64_t> sizes;         // of memory that the program asked for, in bytes
  std::unordered_map<TermId, std::uint32_t> owners;        // of objects: the register that is their address
  std::unordered_map<std::uint64_t, RestId> places_known;  // by address and type
};

class CodeRun {
 public:
  CodeRun(CodeImage&, RunTables&, CodeRunOptions, std::uint32_t entry);

  // What the step demands: a truth, if it is a branch.
  std::optional<CodeValue> take(const ImageStep*, std::uint32_t step, std::uint32_t rule_size);
  // Values at the call or the branch that was taken last; `from_result` for what comes back.
  CodeValue argument(int position);
  const Birth* birth(TermId) const;
  PlaceId handed_place() const { return image_->places().handed(); }
  Identity identity() const { return {tables_->terms, tables_->births, handed_out_}; }

 private:
  static constexpr std::uint32_t none = ~0u;

  struct Cell {
    CodeValue value;
    std::uint32_t type = none;     // none: it holds nothing yet
    std::uint32_t lost_at = none;  // the step that may have written it by another name; its value is made when needed
  };
  struct Frame {
    std::uint32_t function = none, previous = none;  // the block before
    std::vector<Cell> registers{};                   // of a variable whose address goes nowhere: what it holds
    std::vector<TermId> objects{};                   // its variables
    std::uint32_t result = none;                     // the register of the caller
    std::optional<CodeValue> promised{};             // what comes back, if somebody spoke of it before
  };

  Frame frame_of(std::uint32_t function) const;
  void adopt(std::uint32_t function);
  Cell& slot(std::uint32_t reg);
  void operate(const ImageOp&);
  CodeValue value_of(const ImageOperand&);
  CodeValue computed(const ImageOp&);
  CodeValue chosen(const ImageOp&);
  CodeValue merged(const ImageOp&);
  CodeValue load(const ImageOp&);
  CodeValue load_own(const ImageOp&);
  CodeValue load_from(const CodeValue& address, std::uint32_t type);
  void settle(TermId at, Cell&);
  bool holds_word_of(const Cell&, std::uint32_t type) const;
  CodeValue place_at(CodeValue pointer, std::uint32_t type);
  void store(const ImageOp&);
  void hand_over(const ImageStep&);
  void enter(const ImageStep*);
  void leave(const ImageStep*);
  CodeValue branched(const ImageStep&);
  CodeValue pointed(const ImageStep&);
  void set(std::uint32_t reg, CodeValue);
  CodeValue unknown(const std::string& name, bool lost = false);
  CodeValue born(const std::string& name, Birth::Is, std::uint32_t step);
  std::uint32_t step_number() const { return now_ + 1; }
  TermId part_of(TermId whole, const std::string& path);
  const std::string& function_name(const Frame&) const;
  void join(CodeValue& into, const CodeValue& other);
  void rest(CodeValue& on, PlaceId);
  RestId places_of(TermId address, std::uint32_t type);
  RestId places_worked_out(TermId address, std::uint32_t type);
  bool may_be_same(TermId written, std::uint32_t type, TermId other, const Cell&);
  bool are_apart(TermId a, TermId b) const { return paths::are_apart(tables_->terms, a, b); }
  bool is_within(TermId part, TermId whole) const;
  bool may_be_within(TermId root, TermId other) const;
  void blur(TermId root);
  void forget_within(TermId whole);
  void clear(TermId whole);
  void lose(TermId whole);
  std::optional<std::pair<TermId, std::int64_t>> byte_behind(TermId address) const;
  std::optional<TermId> letter_at(TermId address) const;
  CodeValue first_seen(TermId address, std::uint32_t type);
  CodeValue from_others(const std::string& name, TermId root);
  std::uint64_t size_of(TermId object) const;
  bool covers(TermId object, const CodeValue& count) const;
  void forget(const std::vector<TermId>& roots);
  void hand_out(const std::vector<CodeValue>& values);
  std::vector<TermId> reached_from(const std::vector<CodeValue>& values) const;
  TermId beginning(TermId address) const { return identity().beginning(address); }
  void set_memory();
  void copy_memory();
  void copy_cells(TermId from, TermId to);
  void move_memory(TermId result);
  void make_text();
  void leave_to_others(const std::vector<CodeValue>& written);
  void note_memory(std::string_view callee);
  void start_thread(const ImageStep&);
  void wait_for_thread();
  bool resume_thread(const ImageStep&);
  CodeValue never_runs();
  CodeValue result_of(const ImageStep&);
  CodeValue opaque_result(const std::string& callee, bool determined);
  CodeValue letter(const CodeValue& text, std::int64_t offset);
  bool is_from_outside(const CodeValue& text);
  std::optional<CodeValue> compared_texts(const std::string& callee);
  std::optional<CodeValue> length_of_text();
  std::optional<CodeValue> arithmetic_result(const std::string& callee);
  CodeValue same_again(const std::string& callee);
  void copy_text();
  Cell* find(TermId address);
  void keep(TermId address, Cell);
  template <class If>
  void forget_if(If);

  CodeImage* image_;
  RunTables* tables_;
  CodeRunOptions options_;
  std::vector<Frame> frames_;
  std::vector<std::pair<TermId, Cell>> memory_;  // by address, sorted
  struct Region {
    TermId whole;
    enum class Is : std::uint8_t { Zero, Lost } is;
    std::uint32_t since;    // the step that made it so
    std::uint32_t written;  // as many stores came before
  };
  struct Written {
    TermId address;
    std::uint32_t type;
  };
  std::vector<Region> regions_;   // where there is no cell; the last one that fits is right
  std::vector<Written> written_;  // by stores, since there are regions
  struct Filled {
    TermId root;
    enum class By : std::uint8_t { Others, Bytes, New } by;
  };
  std::vector<Filled> filled_;  // what others have written, or may have
  Handed handed_out_;           // what they know of
  struct Thread {
    std::uint32_t function;
    TermId handle;
    CodeValue argument;
    bool is_over = false;
  };
  std::vector<Thread> threads_;
  bool has_own_environment_ = false;  // the program has written to it
  std::uint32_t changes_ = 0;         // of memory, by others or letter by letter
  std::uint32_t now_ = 0;
  PlaceId jump_ = 0;  // of the block of the step
  std::vector<CodeValue> arguments_;
  std::optional<CodeValue> result_;
  std::vector<std::pair<std::string, CodeValue>> stable_;  // what calls of others brought that stays so
};

}  // namespace whynot::analyse::paths
