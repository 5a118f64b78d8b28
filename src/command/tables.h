// One table of options, one of commands.  The parser, --help, completion, the refusals, what a shell inherits, what a
// session's file keeps and what the page may use are all read off them.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/exit_code.h"
#include "model/model.h"
#include "session/forward.h"

namespace whynot::command {

struct Run;
struct Prepared;

// The last three take the words of other tables: formats, engines, languages.
enum class OptionKind : std::uint8_t { Flag, Text, Count, Positive, Duration, Size, Choice, Format, Engine, Language };

enum class Role : std::uint8_t {
  Model,     // says what the model is: part of its name; shells, sessions and the page pass it on
  Question,  // says what is asked
  How,       // by which means: passed on, and kept with a session
  Limit,     // how long, how much, and what belongs to the place where it runs: passed on
  Look,      // how the answer looks: passed on
  File       // where something goes: never passed on
};

// Whether the page may use an option.  Beside: if the file that it names is in the model's folder.  Report: if what it
// asks for goes into the answer, not into a file.
enum class Page : std::uint8_t { No, Yes, Beside, Report };

struct Of {
  Kinds kinds;                  // of which kinds of model, given the command
  std::string_view front = "";  // of those only of this language; empty: of all
};

enum class Times : std::uint8_t { Once, Many };

struct OptionRow {
  std::string_view name;  // long, without dashes
  char letter;            // 0: none
  OptionKind kind;
  std::string_view argument;  // how help shows it: "K"; for a Choice the words, "on|off"
  std::string_view
      commands;  // "*", or names separated by spaces; an option may have a row for each of several commands
  Of of;
  Role role;
  Page page;
  std::string_view help;
  Times times = Times::Once;
  std::string_view usual = "";  // the value that it has when it is not given; empty: there is none

  bool many() const { return times == Times::Many; }
};

// What a command does with a model.  `properties` are those asked for; a command may want fewer.  REQUIRES what the
// tables promise: the model's kind and the options fit.
using Prepare = Prepared (*)(Run&, session::Workbench&, std::vector<Property>& properties);

// Where help lists a command.
enum class Group : std::uint8_t { Check, Protocols, Results, Sessions, Hidden };

struct CommandRow {
  std::string_view name;
  std::string_view operands = "";                         // how help shows them
  std::string_view summary;                               // one line
  std::string_view details = "";                          // a paragraph or two, with an example
  std::array<Prepare, kind_count> prepare = {};           // by Kind; null: refused
  std::array<std::string_view, kind_count> instead = {};  // then: the command to use
  std::string_view front = "smv";                         // the language of a text that does not tell
  bool lists_systems = false;                             // a system is turned into a program
  ExitCode (*run)(Run&) = nullptr;                        // of commands that are not about one model
  Group group = Group::Results;
  // Answers some questions without a model being opened; nothing: it has to be.
  std::optional<ExitCode> (*shortcut)(Run&, const session::ModelName&) = nullptr;

  bool is_about_model() const;
};

std::span<const OptionRow> option_table();
std::span<const CommandRow> command_table();
const CommandRow* command_named(std::string_view);

bool applies(const OptionRow&, std::string_view command);
// The row of an option of a command; null: it has none of that name.
const OptionRow* option_named(std::string_view name, std::string_view command);
// Whether it is about models of that language.
bool fits(const OptionRow&, const session::FrontEnd&);
// The words of an option that takes one of several; empty: any text.
std::vector<std::string> words_of(const OptionRow&);
// How help shows its value.
std::string argument_of(const OptionRow&);

}  // namespace whynot::command
