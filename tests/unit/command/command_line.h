// Tests of the command line: run it in this process, in a folder of its own.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "face/cli/run.h"

namespace whynot::command {

struct Outcome {
  int code = 0;
  std::string out, err;
};

inline Outcome whynot(std::vector<std::string> arguments, const std::string& input = "",
                      std::vector<std::string>* unread = nullptr) {
  std::istringstream in(input);
  std::ostringstream out, err;
  Outcome outcome;
  Streams streams{in, out, err, false, false};
  streams.unread = unread;
  outcome.code = face::cli::run(arguments, streams);
  outcome.out = out.str();
  outcome.err = err.str();
  return outcome;
}

struct CommandLine : ::testing::Test {
  std::filesystem::path folder;
  void SetUp() override {
    std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::replace(name.begin(), name.end(), '/', '-');  // of a test with parameters
    folder = std::filesystem::temp_directory_path() / ("whynot-" + std::to_string(::getpid()) + "-" + name);
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string file(const std::string& name, const std::string& text) {
    const std::string path = folder / name;
    std::ofstream(path) << text;
    return path;
  }
  std::string example(const std::string& name) {
    const std::string path = folder / (name + ".smv");
    EXPECT_EQ(whynot({"examples", name, "-o", path}).code, 0);
    return path;
  }
};

}  // namespace whynot::command
