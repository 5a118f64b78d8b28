// Pushdown problems from text or from the examples, for tests.
#pragma once
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "analyse/paths/paths.h"
#include "front/pds/pds.h"

namespace whynot::test {

struct PushdownText {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<front::pds::PushdownInput> input;

  const Efsa& property(const std::string& name) const {
    for (const Efsa& efsa : input->properties)
      if (efsa.name == name) return efsa;
    ADD_FAILURE() << "no property " << name;
    return input->properties.front();
  }
  analyse::paths::PathsFinding paths(const std::string& name, analyse::paths::PathsOptions options = {}) const {
    Context context;
    options.certify = true;
    return analyse::paths::run_paths(input->pds, property(name), options, context);
  }
};

inline std::unique_ptr<PushdownText> pushdown_text(const std::vector<std::string>& texts) {
  auto result = std::make_unique<PushdownText>();
  std::vector<FileId> files;
  for (const std::string& text : texts) files.push_back(result->sources.add(std::to_string(files.size()), text));
  result->input = front::pds::read_pushdown(result->sources, files, result->diagnostics);
  std::string said;
  for (const Diagnostic& d : result->diagnostics.all()) said += render(d, result->sources);
  EXPECT_TRUE(result->input) << said;
  return result;
}

#ifdef WHYNOT_EXAMPLES
inline std::unique_ptr<PushdownText> pushdown_example(const std::vector<std::string>& names) {
  std::vector<std::string> texts;
  for (const std::string& name : names) {
    std::ifstream in(std::string(WHYNOT_EXAMPLES) + "/pushdown/" + name);
    EXPECT_TRUE(in) << name;
    std::stringstream text;
    text << in.rdbuf();
    texts.push_back(text.str());
  }
  return pushdown_text(texts);
}
#endif

// q0:m0 q0:s0.m1 …
inline std::string states_text(const Trace& trace) {
  std::string out;
  for (const Step& step : trace.steps) {
    out += (out.empty() ? "" : " ") + step.state[0].op() + ":";
    for (std::size_t i = 0; i < step.state[1].args().size(); ++i) out += (i ? "." : "") + step.state[1].args()[i].op();
  }
  return out;
}

}  // namespace whynot::test
