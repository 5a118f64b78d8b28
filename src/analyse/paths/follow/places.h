// The places that values of a program are kept in, as numbers, and sets of them: what a value rests on, and what a step
// may write.  Registers, variables and globals are places of their own; of memory behind pointers there is one place
// for each type and field, since nobody knows which object it is in.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/pushdown/table/flat_map.h"

namespace whynot::analyse::paths {

using PlaceId = std::uint32_t;

class Places {
 public:
  Places();

  PlaceId register_of(const std::string& function, const std::string& name);
  PlaceId variable(const std::string& function, const std::string& name);
  PlaceId global(const std::string& name);
  PlaceId jump(const std::string& function, const std::string& block);  // who comes to the block
  PlaceId call(const std::string& function);
  PlaceId memory(const std::string& field, const std::string& type);  // without a field it may be any of that type
  PlaceId all_memory() const { return 0; }
  PlaceId foreign() const { return 1; }  // what others have
  PlaceId handed() const { return 2; }   // what others may bring back, since they were handed it
  PlaceId threads() const { return 3; }  // which of them are to run

  // Whether a write to one of those places may change a value that rests on the others.  Both are sorted.
  bool changes(std::span<const PlaceId> written, std::span<const PlaceId> rests_on) const;

 private:
  struct Memory {
    bool is_memory = false;
    std::uint32_t type = 0, field = 0;  // numbers of names; 0: any
  };
  PlaceId id(const std::string& name, Memory);
  bool may_be_same(PlaceId, PlaceId) const;
  std::uint32_t number(const std::string& name);

  std::unordered_map<std::string, PlaceId> ids_;
  std::unordered_map<std::string, std::uint32_t> names_;
  std::vector<Memory> places_;
};

// Sets of places, each kept once.  Number 0 is the empty one.
using RestId = std::uint32_t;

class Rests {
 public:
  Rests();

  RestId with(RestId, PlaceId);
  RestId joined(RestId, RestId);
  std::span<const PlaceId> operator[](RestId id) const { return sets_[id]; }

 private:
  RestId intern(std::vector<PlaceId>);

  std::vector<std::vector<PlaceId>> sets_;
  std::map<std::vector<PlaceId>, RestId> ids_;
  engine::pushdown::FlatMap added_, joined_;
};

}  // namespace whynot::analyse::paths
