// Names of locations in the model: words of SMV, each of one location.
#pragma once
#include <map>
#include <set>
#include <string>

namespace whynot::front::net {

class LocationNames {
 public:
  LocationNames();
  // The name of what `key` stands for; the first time it is made from `wanted`.
  const std::string& of(const std::string& key, const std::string& wanted);

 private:
  std::map<std::string, std::string> names_;  // by key
  std::set<std::string> taken_;
};

// A name of SMV that is as much like the text as can be.
std::string location_word(const std::string& text);

}  // namespace whynot::front::net
