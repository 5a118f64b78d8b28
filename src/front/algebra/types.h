// What the sorts of a theory are in a specification: free sorts, loose ones, sets, bags and lists.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "front/algebra/theory.h"
#include "front/ots/syntax.h"

namespace whynot::front::algebra {

// Names that the specification's own language can write, each given once.
class Names {
 public:
  std::string claim(const std::string& wanted);        // the name, made readable, with a number where it is taken
  std::string local(const std::string& wanted) const;  // of a variable, which may have the name that others have
  static std::string readable(std::string_view);

 private:
  std::set<std::string> taken_;
};

struct Role {
  enum class Is { Bool, Nat, Int, Free, Loose, Set, Bag, List, State };
  Is is = Is::Free;
  std::string name;
  const Operator *join = nullptr, *empty = nullptr;  // collections
  std::optional<SortId> element;                     // of a sort of its own; else of `constructors`
  std::string element_name;
  std::vector<const Operator*> constructors;
  std::map<std::string, std::string> listed;  // elements that an initial state has, by their texts

  bool is_collection() const { return is == Is::Set || is == Is::Bag || is == Is::List; }
};

class Types {
 public:
  Types(const Theory&, std::optional<SortId> state, Names&, Diagnostics&);

  const Role& role(SortId);
  // The sort is known by the elements that an initial state has: as many as these, or any number.
  void list(SortId, const std::vector<Tree>& elements, bool loose);
  front::ots::TypeSyntax type(SortId, Span);
  // The type of a collection's elements.
  front::ots::TypeSyntax element_type(const Role&, Span);
  // Whether a term of a collection's kind is a collection, not an element of one.
  bool is_collection(const Node&);
  // The collection's sort, where a sort of the kind is one.
  std::optional<SortId> collection_of(SortId);
  const std::string& constructor_name(const Operator&);
  const std::string& field_name(const Operator& constructor, std::size_t at);
  // An operator that gives a field of the only constructor of its argument's sort.
  std::optional<std::pair<const Operator*, std::size_t>> projection(const Operator&);
  // The values of a sort of finitely many; nothing where it is none.
  std::optional<std::vector<Tree>> values(SortId);
  // An equation that the types say already.
  bool is_said(const Equation&);

  // The sorts that were used, declared.
  std::vector<front::ots::SortSyntax> declarations();

 private:
  Role make(SortId);
  void make_collection(SortId, Role&);
  void make_free(SortId, Role&);
  bool is_set(const Operator& join) const;
  bool is_of_state(const Operator&) const;
  void unsupported(const std::string& what, Span);

  const Theory& theory_;
  const Signature& s_;
  std::optional<SortId> state_;
  Names& names_;
  Diagnostics& diagnostics_;
  std::map<SortId, Role> roles_;
  std::vector<SortId> used_;
  std::map<const Operator*, std::string> constructor_names_;
  std::map<std::pair<const Operator*, std::size_t>, std::string> field_names_;
};

}  // namespace whynot::front::algebra
