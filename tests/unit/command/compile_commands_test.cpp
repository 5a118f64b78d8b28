// compile_commands.json of strangers: nothing of it reaches clang but C sources and flags that do no harm.
#include "session/helpers/compile_commands.h"

#include <sys/stat.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "host/helper.h"

namespace whynot::command {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

struct HostileCommands : CommandLine {
  std::string marker, policy;

  void SetUp() override {
    CommandLine::SetUp();
    if (!host::find_helper("clang-14") && !host::find_helper("clang")) GTEST_SKIP() << "clang is not installed";
    marker = folder / "marker";
    policy = file("p.efsa", "property p stutter\nstate q initial\nstate r final\nq -> r on ev(...)\n");
    file("a.c", "void ev(int);\nint main(void) {\n#ifdef LOUD\n  ev(1);\n#endif\n  return 0;\n}\n");
  }

  // A library that leaves the marker as soon as it is loaded.
  std::string plugin() {
    const std::string source = file("plugin.c",
                                    "#include <stdio.h>\n__attribute__((constructor)) static void f(void) { fclose("
                                    "fopen(\"" +
                                        marker + "\", \"w\")); }\n");
    const std::string library = folder / "plugin.so";
    const std::string clang = host::find_helper("clang-14") ? "clang-14" : "clang";
    EXPECT_EQ(std::system((clang + " -shared -fPIC -o '" + library + "' '" + source + "'").c_str()), 0);
    return library;
  }

  Outcome paths(const std::vector<json>& entries) {
    return whynot({"paths", file("compile_commands.json", json(entries).dump()), "-a", policy});
  }
  json entry(Words arguments, const std::string& name = "a.c") {
    arguments.insert(arguments.begin(), "cc");
    return {{"file", name}, {"directory", folder.string()}, {"arguments", arguments}};
  }
};

TEST_F(HostileCommands, FilesOfArgumentsAndFlagsAreNoNames) {
  file("args", "-fplugin=" + plugin() + " " + (folder / "a.c").string());
  file("-fplugin=x", "");
  std::filesystem::create_directories(folder / "@d");
  for (json hostile : {entry({}, "@args"), entry({}, "@" + (folder / "args").string()), entry({}, "-fplugin=x"),
                       entry({}, std::string("a.c\0@args", 9))}) {
    const Outcome o = paths({hostile});
    EXPECT_EQ(o.code, 3) << hostile;
    EXPECT_NE(o.err.find("error[c.odd-name]"), std::string::npos) << o.err;
  }
  json directory = entry({});
  directory["directory"] = "@d";
  EXPECT_NE(paths({directory}).err.find("error[c.odd-name]"), std::string::npos);
  directory["directory"] = (folder / "none").string();
  EXPECT_NE(paths({directory}).err.find("error[c.compile-commands]"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(marker));
}

TEST_F(HostileCommands, FlagsThatRunCodeAreDropped) {
  const std::string library = plugin(), args = file("args", "-fplugin=" + library);
  for (const Words& flags : std::vector<Words>{{"-fplugin=" + library},
                                               {"-fpass-plugin=" + library},
                                               {"-Xclang", "-load", "-Xclang", library},
                                               {"-Xclang", "-include", "-Xclang", library},
                                               {"@" + args},
                                               {"-D", "@" + args},
                                               {"-I", "@" + args},
                                               {"-include", "@" + args},
                                               {"-mllvm", "-load=" + library},
                                               {"-B" + folder.string()},
                                               {"-B", folder.string(), "-fno-integrated-as"},
                                               {"--config", args},
                                               {"-specs=" + args},
                                               {"-fuse-ld=" + library},
                                               {"-x", "ir"},
                                               {"-xcuda"},
                                               {"-o", (folder / "marker").string()},
                                               {"-MD", "-MF", (folder / "marker").string()},
                                               {"-save-temps", "-ccc-gcc-name", library},
                                               {"-Wp,-MD," + marker}}) {
    const Outcome o = paths({entry(flags)});
    EXPECT_EQ(o.code, 0) << json(flags) << o.err;
    EXPECT_FALSE(std::filesystem::exists(marker)) << json(flags);
  }
}

TEST_F(HostileCommands, FilesOutsideOfTheProjectAreNotIncluded) {
  std::filesystem::create_symlink("/etc/passwd", folder / "link.h");
  for (const Words& flags :
       std::vector<Words>{{"-include", "/etc/passwd"}, {"-include../../etc/passwd"}, {"-include", "link.h"}}) {
    const Outcome o = paths({entry(flags)});
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_NE(o.err.find("warning[c.flag-left-out]"), std::string::npos) << o.err;
    EXPECT_EQ(o.err.find("root:"), std::string::npos) << o.err;
  }
  EXPECT_EQ(paths({entry({"-imacros", "/etc/passwd"})}).code, 0);
  std::filesystem::create_directories(folder / "sub");
  file("sub/loud.h", "#define LOUD\n");
  EXPECT_EQ(paths({entry({"-include", "sub/loud.h"})}).code, 10) << "one of its own is";
  EXPECT_EQ(paths({entry({"-include", "loud.h", "-Isub"})}).code, 10) << "and found as others are";
}

TEST_F(HostileCommands, OnlySourcesOfCAreRead) {
  std::filesystem::create_symlink("/etc/passwd", folder / "passwd.c");
  const auto fifo = folder / "pipe.c";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const Outcome o = paths({entry({}), entry({"-x", "c"}, "/etc/passwd"), entry({}, "passwd.c"), entry({}, "start.S"),
                           entry({}, "kernel.cu"), entry({}, "x.f90")});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_NE(o.err.find("warning[c.left-out]: `start.S`"), std::string::npos) << o.err;
  EXPECT_EQ(o.err.find("root:"), std::string::npos) << o.err;
  EXPECT_NE(paths({entry({}, "pipe.c")}).err.find("error[c.no-file]"), std::string::npos);
  EXPECT_NE(paths({entry({}, "gone.c")}).err.find("error[c.no-file]"), std::string::npos);
  EXPECT_NE(paths({entry({}, "start.S")}).err.find("error[c.no-sources]"), std::string::npos);
}

// As those of OpenSSH's own build: clang does not know them all, and none says what the text means.
TEST_F(HostileCommands, FlagsOfOtherCompilersDoNotStopTheAnalysis) {
  const Outcome o = paths({entry({"-pipe", "-ftrivial-auto-var-init=zero", "-fzero-call-used-regs=used",
                                  "-fcf-protection", "-mfunction-return=thunk", "-Wno-such", "-fno-such-flag",
                                  "-mno-such", "-std=gnu23", "-DLOUD", "-O2", "-c", "a.c"})});
  EXPECT_EQ(o.code, 10) << o.err;
}

TEST_F(HostileCommands, NamesOnTheCommandLineAreNoArgumentsEither) {
  const Outcome o = whynot({"paths", "--c", "@x.c", "-a", policy});
  EXPECT_EQ(o.code, 3);
  EXPECT_NE(o.err.find("@x.c:1:1: error[c.odd-name]"), std::string::npos) << o.err;
  EXPECT_NE(o.err.find("./@x.c"), std::string::npos) << o.err;
  const std::string odd = file("@x.c", "void ev(int);\nint main(void) { ev(1); return 0; }\n");
  EXPECT_EQ(whynot({"paths", "--c", odd, "-a", policy}).code, 10) << "by its path it is a file";
  const std::string flag = file("-x.c", "void ev(int);\nint main(void) { ev(1); return 0; }\n");
  EXPECT_EQ(whynot({"paths", "--c", flag, "-a", policy}).code, 10);
}

TEST_F(HostileCommands, RelativeNamesAreShownAsTheyAreWritten) {
  std::filesystem::create_directories(folder / "sub");
  file("sub/b.h", "static void f(void) { ev(2); }\n");
  file("a.c", "void ev(int);\n#include \"b.h\"\nint main(void) { f(); return 0; }\n");
  const std::string database = file(
      "compile_commands.json", json::array({{{"file", "a.c"}, {"directory", "."}, {"command", "cc -I sub"}}}).dump());
  const Outcome o = whynot({"paths", database, "-a", policy, "--json"});
  ASSERT_EQ(o.code, 10) << o.err;
  const json report = json::parse(o.out);
  std::vector<std::string> files;
  for (const json& step : report["traces"][0]["steps"])
    if (step["action"].is_object()) files.push_back(step["action"]["file"]);
  EXPECT_NE(std::find(files.begin(), files.end(), "a.c"), files.end()) << json(files);
  EXPECT_NE(std::find(files.begin(), files.end(), "sub/b.h"), files.end()) << json(files);
}

TEST_F(CommandLine, FlagsAreTakenFromAList) {
  file("in.h", "");
  const auto taken = [&](Words words) {
    words.insert(words.begin(), "cc");
    return session::harmless_flags(words, folder, folder).taken;
  };
  const std::string here = folder.string() + "/";
  EXPECT_EQ(taken({"-DA", "-D", "B=1", "-DC=@x", "-U", "E", "-UF"}), (Words{"-DA", "-DB=1", "-DC=@x", "-UE", "-UF"}));
  EXPECT_EQ(taken({"-I", "x", "-Iy", "-I/z", "-isystem", "s", "-iquoteq", "-idirafter", "/d"}),
            (Words{"-I" + here + "x", "-I" + here + "y", "-I/z", "-isystem" + here + "s", "-iquote" + here + "q",
                   "-idirafter/d"}));
  EXPECT_EQ(taken({"-std=gnu17", "-std=c++20", "-std=iso9899:1999", "-std=gnu23"}),
            (Words{"-std=gnu17", "-std=c++20", "-std=iso9899:1999", "-std=gnu2x"}));
  EXPECT_EQ(taken({"-include", "in.h"}), Words{"-include" + here + "in.h"});
  EXPECT_EQ(taken({"-D", "-I", "-I-", "-D@x", "-I@x", "-include-pch", "p", "-std=", "-std=../x", "-include"}), Words{});
  EXPECT_EQ(taken({"-O2", "-m32", "-fpic", "--target=arm", "-Wall", "-target", "x", "-o", "a.o", "-c", "a.c"}),
            Words{});
}

TEST_F(CommandLine, HelpersAreSoughtInAbsoluteFoldersOfNoProject) {
  const std::filesystem::path own = folder / "bin", project = folder / "project";
  for (const auto& place : {own, project / "bin"}) {
    std::filesystem::create_directories(place);
    std::ofstream(place / "tool") << "#!/bin/sh\n";
    std::filesystem::permissions(place / "tool", std::filesystem::perms::owner_all);
  }
  std::filesystem::create_symlink(project / "bin", folder / "link");
  const std::string path = ":.:bin:../bin:" + (folder / "none").string() + ":" + (project / "bin").string() + ":" +
                           (folder / "link").string() + ":" + own.string() + ":";
  EXPECT_EQ(host::helper_folders(path, {project}), Words{std::filesystem::canonical(own).string()});
  EXPECT_EQ(host::helper_folders("", {}), Words{});
  const std::string before = std::getenv("PATH");
  setenv("PATH", path.c_str(), 1);
  const auto found = host::find_helper("tool", {project});
  EXPECT_FALSE(host::find_helper("bin/tool", {}));
  EXPECT_FALSE(host::find_helper("./tool", {}));
  EXPECT_FALSE(host::find_helper("", {}));
  setenv("PATH", before.c_str(), 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->path, (std::filesystem::canonical(own) / "tool").string());
  EXPECT_EQ(found->environment.back(), "PATH=" + std::filesystem::canonical(own).string());
  EXPECT_TRUE(host::find_helper((project / "bin" / "tool").string(), {project}))
      << "whoever names it by its path means it";
  EXPECT_FALSE(host::find_helper((project / "bin").string(), {}));
}

TEST_F(HostileCommands, ClangIsNamedByAPathOrABareName) {
  const std::string source = folder / "a.c";
  for (const std::string& name : Words{"./clang", "bin/clang", "", "no-such-clang", folder.string()}) {
    setenv("WHYNOT_CLANG", name.c_str(), 1);
    const Outcome o = whynot({"paths", "--c", source, "-a", policy});
    EXPECT_EQ(o.code, 3) << name;
    EXPECT_NE(o.err.find("error[c.no-clang]"), std::string::npos) << o.err;
  }
  setenv("WHYNOT_CLANG",
         (host::find_helper("clang-14") ? host::find_helper("clang-14") : host::find_helper("clang"))->path.c_str(), 1);
  EXPECT_EQ(whynot({"paths", "--c", source, "-a", policy}).code, 0);
  unsetenv("WHYNOT_CLANG");
}

}  // namespace
}  // namespace whynot::command
