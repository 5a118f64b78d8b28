// The languages that models are written in, one row each: how a file is known, what kind of model it makes, and how it
// is opened.  Nothing else in the program compares a suffix or the name of a language.
#pragma once
#include <compare>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/context.h"
#include "base/diagnostic.h"
#include "model/model.h"

namespace whynot::session {

// What the words of a command say the model is; also the key under which a session keeps it.
struct ModelName {
  std::string front;                                         // the name of a front end
  std::vector<std::string> files;                            // the operands
  std::vector<std::pair<std::string, std::string>> options;  // those that say what the model is: scope, automaton, …
  bool listed = false;                                       // a system as a program: its states and steps, listed
  bool other_policy = false;  // without the automata beside the program: those of the options take their place

  friend auto operator<=>(const ModelName&, const ModelName&) = default;

  std::string text(std::string_view option, std::string_view otherwise = "") const;  // the last one
  std::vector<std::string> all(std::string_view option) const;
  bool has(std::string_view option) const;
};

// A file or folder, and what it looked like before it was read: the file itself, its size, the time of the last change.
struct Stamp {
  std::string path, looks;

  explicit Stamp(std::string of);
  bool is_fresh() const { return Stamp(path).looks == looks; }
};

// What a front end works with while it opens a model.
struct Opening {
  const ModelName& name;
  Sources& sources;
  Diagnostics& diagnostics;
  Context& context;
  std::istream& in;                // the file "-"
  std::vector<Stamp>& read;        // every file and folder that was looked at: when one changes, so does the model
  bool reads_all_it_tells = true;  // nothing else was read, not even by other programs

  // Adds a file's text; nothing, and a diagnostic, when it cannot be read.
  std::optional<FileId> add(const std::string& path);
  // The same, but a pipe or a device is not read: a file named it, not a person.
  std::optional<FileId> add_regular(const std::string& path);
};

// What is wrong with the words of a command, and what to do.
struct Mistake {
  std::string message, help;
};

struct FrontEnd {
  std::string_view name;      // "smv": the word of --lang and the first part of its diagnostic codes
  std::string_view called;    // "SMV models": what refusals say
  std::string_view told;      // what reports say: the language of the text that it becomes, or its own name
  std::string_view suffixes;  // ".smv"; "/" stands for a folder
  Kind makes;
  std::string_view begins;  // words with which a file of the language begins: "MODULE", "ots", "pds events property"
  bool several;             // it takes several files
  // The models of the file, mostly one.  Empty after errors, which the diagnostics have.
  std::vector<std::unique_ptr<Model>> (*open)(Opening&);
  // What is wrong with the name's options, before anything is read; null: nothing can be.
  std::optional<Mistake> (*refuses)(const ModelName&) = nullptr;
};

std::span<const FrontEnd> front_ends();
std::string front_end_words();  // "smv|net|…", for --lang
const FrontEnd* front_end_named(std::string_view);
// By the suffix of the file, or because it is a folder; null where neither tells.
const FrontEnd* front_end_by_suffix(const std::string& file);
// The language that a text looks like by its first word; null where that tells nothing.
const FrontEnd* front_end_by_text(std::string_view text);

// A system's states and steps as a program, against the automata that the name's options give.  Null after errors.
std::unique_ptr<Model> list_system(const Model&, Opening&);

}  // namespace whynot::session
