// The pushdown languages: what is read, and every diagnostic code.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "front/pds/pds.h"

namespace whynot {
namespace {

struct Read {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<front::pds::PushdownInput> input;

  bool has(std::string_view code) const {
    return std::any_of(diagnostics.all().begin(), diagnostics.all().end(), [&](auto& d) { return d.code == code; });
  }
  std::string all() const {
    std::string out;
    for (const Diagnostic& d : diagnostics.all()) out += render(d, sources);
    return out;
  }
};

std::unique_ptr<Read> read(std::initializer_list<std::string> texts) {
  auto result = std::make_unique<Read>();
  std::vector<FileId> files;
  for (const std::string& text : texts) files.push_back(result->sources.add(fmt::format("t{}", files.size()), text));
  result->input = front::pds::read_pushdown(result->sources, files, result->diagnostics);
  return result;
}

const std::string policy = "property p\nstate a initial; state b final\na -> b on e\na -> a else\n";
const std::string model = "pds m\ninit <s>\ns -> t @ e\nt -> t\n";

TEST(PdsLanguage, ReadsRulesShortFormsAndProcedures) {
  const auto r = read({R"(pds demo   # a comment
control p q
init <p, m0 m1>
proc main entry m0
  m0 -> call f ret m1    // another
  m1->m1
proc f entry f0
  rule r1: <p, f0> -> <q, f1 "odd name">  @ open("/etc/passwd", 3, ?), close ! src/a.c:12
  f1 -> return
  <q, "odd name"> -> <>
  File.<init>:x#1 -> f0
)" + policy});
  ASSERT_TRUE(r->input) << r->all();
  const Pds& pds = r->input->pds;
  EXPECT_EQ(pds.controls, (std::vector<std::string>{"p", "q"}));
  EXPECT_EQ(pds.rules.size(), 2u + 2 + 1 + 2 + 1 + 2);  // short forms hold in both locations
  const auto& open = *std::find_if(pds.rules.begin(), pds.rules.end(), [](auto& rule) { return rule.events != 0; });
  EXPECT_EQ(pds.rule_text(open), "<p, f0> -> <q, f1 odd name>");
  EXPECT_EQ(pds.events[pds.event_sets[open.events][0]].text(), "open(\"/etc/passwd\", 3, ?)");
  EXPECT_EQ(r->sources.name(open.where.file), "src/a.c");
  EXPECT_EQ(r->sources.place(open.where).line, 12u);
  EXPECT_EQ(pds.procedures[pds.procedure_of[open.symbol]], "f");
  EXPECT_EQ(pds.configuration_text(pds.initial[0]), "<p, m0 m1>");
}

TEST(PdsLanguage, ReadsAutomata) {
  const auto r = read({model, R"(property tar stutter
var x : file
var y : { red, green }
state p1 initial ; state p2
state p3 final
p1 -> p2 on args(a, _) do x := a
p2 -> p3 on in(f) | out(f, ...) when f != x && !(f ~ /\.class$/) || f == red
p2 -> p2 else
)"});
  ASSERT_TRUE(r->input) << r->all();
  const Efsa& efsa = r->input->properties[0];
  EXPECT_EQ(efsa.missing, Efsa::Missing::Stay);
  EXPECT_EQ(efsa.transitions.size(), 4u);
  EXPECT_EQ(efsa.patterns[0].text(), "\\.class$");
  EXPECT_TRUE(efsa.transitions[2].open_ended);
}

TEST(PdsLanguage, MapsEvents) {
  const auto r = read({R"(pds m
init <a>
a -> b @ setresuid(0, 7, 0)
b -> c @ getpwnam(?)
c -> call f ret d
d -> open_etc
open_etc -> a
proc f entry g
g -> return
events ev
map setuid(u) <- call seteuid(u) | call setresuid(_, u, _)
map open(f) <- call open(f, ...) | call getpwnam(_) with f = "/etc/passwd" | point /open_(.*)/ (f)
map enters <- call f
map at_d <- point d
)" + policy});
  ASSERT_TRUE(r->input) << r->all();
  const Pds& pds = r->input->pds;
  std::vector<std::string> got;
  for (const PdsRule& rule : pds.rules)
    for (std::uint32_t event : pds.event_sets[rule.events])
      got.push_back(pds.symbols[rule.symbol] + ":" + pds.events[event].text());
  EXPECT_EQ(got, (std::vector<std::string>{"a:setuid(7)", "b:open(\"/etc/passwd\")", "c:enters", "d:at_d",
                                           "open_etc:open(\"etc\")"}));
}

TEST(PdsLanguage, SplitsLongRightSides) {
  const auto r =
      read({"pds m\ninit <s>\n<s> -> <a b c d> @ e\na -> return\nb -> return\nc -> return\nd -> return\n", policy});
  ASSERT_TRUE(r->input) << r->all();
  EXPECT_TRUE(r->has("pds.split-rule"));
  EXPECT_EQ(r->input->pds.rules.size(), 7u);
  EXPECT_EQ(r->input->pds.rule_text(r->input->pds.rules[2]), "<s~2> -> <a b>");
}

TEST(PdsLanguage, EveryMistakeHasItsCode) {
  const std::pair<std::string, std::string> cases[] = {
      {"pds.syntax", "pds m\ninit <s\ns -> t\n"},
      {"pds.syntax", "nonsense\n"},
      {"pds.syntax", "pds m\ninit <s>\ns -> t t -> s\n"},
      {"pds.open-string", "pds m\ninit <s>\ns -> \"t\n"},
      {"pds.unknown-symbol", "pds m\ninit <zz>\ns -> t\nt -> t\n"},
      {"pds.unknown-symbol", "pds m\nsymbols s t\ninit <s>\ns -> u\n"},
      {"pds.unknown-symbol", model + "events e\nmap x <- point zz\n"},
      {"pds.unknown-procedure", "pds m\ninit <s>\ns -> call f ret t\nt -> t\n"},
      {"pds.duplicate-procedure", "pds m\ninit <s>\nproc f entry s\nproc f entry t\ns -> t\nt -> t\n"},
      {"pds.unknown-control", "pds m\ncontrol p\ninit <q, s>\n<p, s> -> <p, s>\n"},
      {"pds.missing-control", "pds m\ncontrol p q\ninit <s>\n<p, s> -> <p, s>\n"},
      {"pds.pops-empty-stack", "pds m\ninit <s>\n<> -> <s>\ns -> s\n"},
      {"pds.left-side", "pds m\ninit <s>\n<s t> -> <s>\ns -> s\n"},
      {"pds.empty-init", "pds m\ninit <>\ns -> s\n"},
      {"pds.no-init", "pds m\ns -> s\n"},
      {"pds.no-model", "events e\nmap x <- call y\n"},
      {"pds.source-line", "pds m\ninit <s>\ns -> s ! here\n"},
      {"pds.too-many-arguments",
       "pds m\ninit <s>\ns -> s @ e(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)\n"},
      {"pds.map-parameter", model + "events e\nmap x(1) <- call y\n"},
      {"pds.map-parameter", model + "events e\nmap x(a) <- when y > 1\n"},
      {"pds.unknown-parameter", model + "events e\nmap x(a) <- call y with b = 1\n"},
      {"pds.regex", model + "events e\nmap x <- call /(/\n"},
      {"pds.syntax", model + "events e\nmap x <- when\nmap z <- call y\n"},
      {"pds.json", "{ nonsense"},
      {"pds.json", "{\"instance\": 1e999}"},
      {"pds.json-shape", "{\"instance\": []}"},
      {"pds.json-shape", "{\"instance\": " + std::string(100'000, '[') + std::string(100'000, ']') + "}"},
      {"pds.xml", "<WPDS><Rule"},
      {"pds.xml-shape", "<Other/>"},
      {"pds.xml-shape", "<WPDS><Rule from='p'/></WPDS>"},
      {"pds.dead-end", "pds m\ninit <s>\ns -> t @ e\n"},
      {"pds.stop-goes-on", "pds m\ninit <s>\ns -> s @ e\nstop s\n"},
      {"pds.duplicate-rule", "pds m\ninit <s>\ns -> s @ e\ns -> s @ e\n"},
  };
  for (const auto& [code, text] : cases) {
    const auto r = read({text, policy});
    EXPECT_TRUE(r->has(code)) << code << "\n" << text << r->all();
  }
}

TEST(PdsLanguage, EveryMistakeInAPropertyHasItsCode) {
  const std::string head = "property p\nvar x : file\nstate a initial\nstate b final\na -> a else\n";
  std::string many = head, deep = head + "a -> b on e when ";
  for (int i = 0; i < 9; ++i) many += fmt::format("a -> b on f(q) when q ~ /{}/\n", i);
  for (int i = 0; i < 300; ++i) deep += "!(";
  const std::pair<std::string, std::string> cases[] = {
      {"pds.no-initial-state", "property p\nstate b final\n"},
      {"pds.no-final-state", "property p\nstate a initial\na -> a on any\n"},
      {"pds.mixed-states", head + "state c repeat\nc -> c else\n"},
      {"pds.never-assigned", head + "a -> b on e when x == x\n"},
      {"pds.duplicate-state", head + "state a\n"},
      {"pds.duplicate-variable", head + "var x : file\n"},
      {"pds.unknown-state", head + "a -> c on e\n"},
      {"pds.unknown-variable", head + "a -> b on e do z := 1\n"},
      {"pds.unknown-name", head + "a -> b on e when z == x\n"},
      {"pds.duplicate-assignment", head + "a -> a on e do x := 1, x := 2\n"},
      {"pds.hides-variable", head + "a -> b on e(x)\n"},
      {"pds.duplicate-parameter", head + "a -> b on e(f, f)\n"},
      {"pds.blocked", head + "state c\na -> c on e\n"},
      {"pds.unknown-event", head + "a -> b on ee\n"},
      {"pds.arity", head + "a -> b on e(f)\n"},
      {"pds.regex", head + "a -> b on e(f) when f ~ /[/\n"},
      {"pds.too-many-patterns", many},
      {"pds.guard-too-large", deep},
      {"pds.duplicate-property", head + head},
  };
  for (const auto& [code, text] : cases) {
    const auto r = read({model, text});
    EXPECT_TRUE(r->has(code)) << code << "\n" << text << r->all();
  }
}

TEST(PdsLanguage, RunsMayStopOnPurpose) {
  const auto r = read({"pds m\ninit <s bottom>\ns -> t @ e\nstop t bottom\nstop -> stop\n", policy});
  ASSERT_TRUE(r->input) << r->all();
  EXPECT_TRUE(r->diagnostics.all().empty()) << r->all();
  EXPECT_EQ(r->input->pds.rules.size(), 2u);
}

TEST(PdsLanguage, StatesMayRepeat) {
  const auto r = read({model, "property p\nstate a initial\nstate b repeat\na -> b on e\na -> a else\nb -> b else\n"});
  ASSERT_TRUE(r->input) << r->all();
  EXPECT_TRUE(r->input->properties[0].is_liveness());
  EXPECT_TRUE(r->input->properties[0].states[1].repeat);
}

TEST(PdsLanguage, FilesMayBeginWithAMark) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_TRUE(read({mark + model, mark + policy})->input);
  EXPECT_TRUE(read({mark + "<WPDS><Rule from='p' fromStack='s' to='p' toStack1='s'/></WPDS>", policy})->input);
}

TEST(PdsLanguage, SuggestsTheNearestName) {
  const auto r = read({model, "property p\nstate first initial\nstate b final\nfirs -> b on e\nfirst -> first else\n"});
  EXPECT_NE(r->all().find("did you mean `first`?"), std::string::npos) << r->all();
  EXPECT_NE(r->all().find("t1:4:1: error[pds.unknown-state]"), std::string::npos) << r->all();
}

TEST(PdsLanguage, ReadsPdaaal) {
  const auto r = read({R"({"instance": [{"state-names": true, "weight-type": "uint"},
    {"states": {"q0": {"a": [{"to": "q1", "swap": "b", "weight": 1}, {"to": "q0", "push": "a"}], "b": [{"to": "q0", "pop": ""}]}, "q1": {}}},
    {"accepting": [2], "edges": [["q0", "a", 2]]},
    {"accepting": ["q1", 2], "edges": [["q1", "a", 2], ["q1", "b", 2], [2, "a", 2], [2, "b", 2]]}]})"});
  ASSERT_TRUE(r->input) << r->all();
  EXPECT_EQ(r->input->pds.rules.size(), 3u);
  EXPECT_EQ(r->input->pds.rule_text(r->input->pds.rules[1]), "<q0, a> -> <q0, a a>");
  EXPECT_EQ(r->input->properties[0].name, "accept");
  EXPECT_NE(r->input->pds.rules[0].events, 0u);
}

TEST(PdsLanguage, ReadsWali) {
  const std::string xml =
      "<WPDS><Rule from='p' fromStack='n4' to='p' toStack1='n6' toStack2='n5'><Weight>ONE</Weight></Rule>"
      "<Rule from='p' fromStack='n6' to='q'/></WPDS>";
  const auto r = read({xml, "events e\nmap e <- point n6\n", policy});
  ASSERT_TRUE(r->input) << r->all();
  EXPECT_TRUE(r->has("pds.assumed-init"));
  EXPECT_EQ(r->input->pds.configuration_text(r->input->pds.initial[0]), "<p, n4>");
  const auto other = read({xml, "pds more\ninit <q, n5>\n", policy});
  ASSERT_TRUE(other->input) << other->all();
  EXPECT_EQ(other->input->pds.configuration_text(other->input->pds.initial[0]), "<q, n5>");
  for (const char* wrong : {"toStack2='b'", "toStack1=''", "toStack1='b' toStack2=''"})
    EXPECT_TRUE(read({fmt::format("<WPDS><Rule from='p' fromStack='a' to='p' {}/></WPDS>", wrong), policy})
                    ->has("pds.xml-shape"))
        << wrong;
}

TEST(PdsLanguage, SourceFilesMayHaveSpacesInTheirNames) {
  const auto r = read({"pds m\ninit <s>\ns -> s @ e ! \"my file.c:7\"\n", policy});
  ASSERT_TRUE(r->input) << r->all();
  const Span where = r->input->pds.rules[0].where;
  EXPECT_EQ(r->sources.name(where.file), "my file.c");
  EXPECT_EQ(r->sources.place(where).line, 7u);
}

}  // namespace
}  // namespace whynot
