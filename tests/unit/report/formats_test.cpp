// What everybody relies on who reads the table of formats.
#include "report/formats.h"

#include <gtest/gtest.h>

#include <set>

namespace whynot::report {
namespace {

TEST(Formats, AreToldApartByTheirNames) {
  std::set<std::string_view> names, called;
  std::string words;
  for (const Format& format : formats()) {
    EXPECT_EQ(format_named(format.name), &format);
    words += (words.empty() ? "" : "|") + std::string(format.name);
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    EXPECT_TRUE(called.insert(format.called).second) << "two in the page's list look the same: " << format.called;
    EXPECT_EQ(format.name.find_first_of("|= "), std::string_view::npos) << "a word of --format: " << format.name;
    EXPECT_TRUE(format.ending.starts_with('.')) << format.name;
  }
  EXPECT_EQ(format_named("no such format"), nullptr);
  EXPECT_EQ(format_words(), words);
}

TEST(Formats, SayWhatTheyHold) {
  for (const Format& format : formats()) {
    const auto& [verdicts, traces, drawings, intervals] = format.holds;
    EXPECT_TRUE(verdicts || traces || drawings || intervals) << format.name << " would never be offered";
    EXPECT_EQ(format.read != nullptr, format.looks_like != nullptr) << format.name << " is read if it is recognised";
    EXPECT_TRUE(!format.read || traces) << format.name << " is read for its traces";
  }
  EXPECT_TRUE(formats().front().for_people) << "what is written when nothing is asked for";
}

TEST(Formats, WriteAReportOfNothing) {
  const Report report;
  for (const Format& format : formats()) {
    WriteOptions options;
    options.page = "<html><!--REPORT--></html>";
    const std::string text = in_one([&](const Write& write) { format.write(report, options, write); });
    EXPECT_EQ(text, in_one([&](const Write& write) { format.write(report, options, write); })) << format.name;
    EXPECT_FALSE(text.empty() && format.holds.verdicts && !format.for_people) << format.name;
  }
}

TEST(Formats, AreKnownByTheirReadersOnly) {
  Diagnostics diagnostics;
  EXPECT_TRUE(read_traces("VAR x : boolean;", 0, diagnostics).empty());
  ASSERT_EQ(diagnostics.all().size(), 1u);
  for (const Format& format : formats()) {
    const bool is_told =
        (diagnostics.all()[0].help + ",").find(" " + std::string(format.name) + ",") != std::string::npos;
    EXPECT_EQ(is_told, format.read != nullptr) << format.name << ": " << diagnostics.all()[0].help;
  }
}

}  // namespace
}  // namespace whynot::report
