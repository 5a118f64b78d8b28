// LLVM's text to a pushdown system.
#include "front/c/pushdown.h"

#include <gtest/gtest.h>

namespace whynot::front::c {
namespace {

constexpr const char* program = R"ir(source_filename = "t.c"
@handler = internal global void (i32)* @quiet, align 8
@.str = private unnamed_addr constant [8 x i8] c"a\22b\0A\00xx", align 1
define dso_local i32 @main(i32 noundef %0, i8** noundef %1) #0 !dbg !17 {
  %3 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %3, metadata !24, metadata !DIExpression()), !dbg !25
  %4 = icmp sgt i32 %0, 1, !dbg !25
  br i1 %4, label %5, label %7, !dbg !25

5:                                                ; preds = %2
  %6 = call i32 (i8*, ...) @printf(i8* noundef getelementptr inbounds ([8 x i8], [8 x i8]* @.str, i64 0, i64 0), i32 noundef -3), !dbg !26
  br label %9, !dbg !26

7:                                                ; preds = %2
  %8 = load void (i32)*, void (i32)** @handler, align 8, !dbg !27
  call void %8(i32 noundef %0), !dbg !27
  call void asm sideeffect "nop", ""(), !dbg !27
  br label %9

9:                                                ; preds = %7, %5
  switch i32 %0, label %10 [
    i32 0, label %11
    i32 1, label %11
  ], !dbg !27

10:                                               ; preds = %9
  call void @exit(i32 noundef 1) #6, !dbg !28
  unreachable, !dbg !28

11:                                               ; preds = %9, %9
  %12 = call i32 @main(i32 noundef 7, i8** noundef null), !dbg !28
  ret i32 0, !dbg !28
}
define internal void @quiet(i32 noundef %0) #0 {
  ret void
}
define internal void @other(i64 noundef %0) #0 {
  ret void
}
declare i32 @printf(i8* noundef, ...) #2
declare void @exit(i32 noundef) #4
!3 = !DIFile(filename: "t.c", directory: "/x, y")
!17 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 4, type: !18)
!25 = !DILocation(line: 5, column: 14, scope: !30)
!26 = !DILocation(line: 6, column: 14, scope: !30)
!27 = !DILocation(line: 7, column: 14, scope: !17)
!28 = !DILocation(line: 8, column: 14, scope: !17)
!30 = distinct !DILexicalBlock(scope: !17, line: 5)
)ir";

Pushdown made() {
  const std::vector<Module> modules{read_ir(program)};
  return make_pushdown(modules, "main");
}

bool has(const Pushdown& p, const std::string& text) { return p.text.find(text) != std::string::npos; }

TEST(CPushdown, ConstantArgumentsAreKept) {
  EXPECT_TRUE(has(made(), R"(@ printf("a\"b\\n", -3) ! t.c:6)")) << made().text;
}

TEST(CPushdown, BackslashesAreNotDoubled) {
  const std::string text =
      "source_filename = \"a.c\"\n@s = private constant [5 x i8] c\"\\\\41\\22\\00\"\ndefine void @main() {\n"
      "  call void @open(i8* getelementptr inbounds ([5 x i8], [5 x i8]* @s, i64 0, i64 0))\n  ret void\n}\n";
  const Pushdown p = make_pushdown(std::vector<Module>{read_ir(text)}, "main");
  EXPECT_TRUE(has(p, R"(@ open("\\41\""))")) << p.text;
}

TEST(CPushdown, SaysThatSeveralFilesDefineAFunction) {
  const auto file = [](const std::string& name) {
    return read_ir("source_filename = \"" + name + "\"\ndefine void @main() {\n  ret void\n}\n");
  };
  const auto notes = [](std::vector<Module> modules) { return make_pushdown(modules, "main").notes.size(); };
  EXPECT_EQ(notes({file("a.c"), file("b.c")}), notes({file("a.c")}) + 1);
  EXPECT_EQ(notes({file("a.c"), file("a.c")}), notes({file("a.c")})) << "compiled twice";
}

TEST(CPushdown, CallsThroughPointersReachFunctionsOfThatType) {
  const Pushdown p = made();
  EXPECT_TRUE(has(p, "call quiet ret")) << p.text;
  EXPECT_FALSE(has(p, "call other ret")) << p.text;
  EXPECT_EQ(p.functions, 2u);
}

TEST(CPushdown, RecursionAndEnds) {
  const Pushdown p = made();
  EXPECT_TRUE(has(p, "call main ret main:8")) << p.text;
  EXPECT_TRUE(has(p, "@ exit(1)"));
  EXPECT_FALSE(has(p, "asm"));
  EXPECT_FALSE(has(p, "dbg"));
}

TEST(CPushdown, AMissingEntryGivesNothing) {
  const std::vector<Module> modules{read_ir(program)};
  EXPECT_TRUE(make_pushdown(modules, "start").text.empty());
  EXPECT_TRUE(make_pushdown(std::vector<Module>{read_ir("define (((")}, "main").text.empty());
}

// Static functions of the same name in two files stay two.
TEST(CPushdown, FilesHaveTheirOwnStaticFunctions) {
  const std::string a =
      "source_filename = \"a.c\"\ndefine void @main() {\n  call void @help()\n  call void @b()\n  ret void\n}\ndefine "
      "internal void @help() {\n  call void @one()\n  ret void\n}\n";
  const std::string b =
      "source_filename = \"b.c\"\ndefine void @b() {\n  call void @help()\n  ret void\n}\ndefine internal void @help() "
      "{\n  call void @two()\n  ret void\n}\n";
  const std::vector<Module> modules{read_ir(a), read_ir(b)};
  const Pushdown p = make_pushdown(modules, "main");
  EXPECT_EQ(p.functions, 4u) << p.text;
  EXPECT_TRUE(has(p, "@ one") && has(p, "@ two"));
}

// Where `asm goto` and calls that may throw go on to stands on the next line.
TEST(CPushdown, SuccessorsOnALineOfTheirOwn) {
  const std::vector<Module> modules{read_ir(R"ir(source_filename = "t.c"
define i32 @main() #0 {
  callbr void asm sideeffect "nop", "i"(i8* blockaddress(@main, %3)) #3
          to label %2 [label %3], !srcloc !17

2:                                                ; preds = %0
  invoke void @bad(i32 noundef 1)
          to label %4 unwind label %5

3:                                                ; preds = %0
  call void @bad(i32 noundef 2)
  br label %4

4:                                                ; preds = %2, %3
  call void @bad(i32 noundef 3)
  ret i32 0

5:                                                ; preds = %2
  %6 = landingpad { i8*, i32 }
          cleanup
  call void @bad(i32 noundef 4)
  resume { i8*, i32 } %6
}
declare void @bad(i32 noundef) #1
)ir")};
  ASSERT_EQ(modules[0].functions.size(), 1u);
  const auto& blocks = modules[0].functions[0].blocks;
  ASSERT_EQ(blocks.size(), 5u);
  EXPECT_EQ(blocks[0].next, (std::vector<std::string>{"2", "3"}));
  EXPECT_EQ(blocks[1].next, (std::vector<std::string>{"4", "5"}));
  EXPECT_TRUE(blocks[4].next.empty());
  EXPECT_TRUE(modules[0].exceptions);
}

// Constants as the source has them, as far as LLVM still tells.
TEST(CPushdown, ConstantsOfAllSizes) {
  const std::vector<Module> modules{read_ir(R"ir(source_filename = "t.c"
@.s = private unnamed_addr constant [5 x i8] c"a\09b\0D\00", align 1
define i32 @main() #0 {
  call void @f(i64 noundef -9223372036854775808, i8 noundef zeroext -1, i16 noundef zeroext -32768)
  call void @f(i64 noundef 9223372036854775807, i8 noundef signext -1, i1 noundef zeroext true)
  call void @g(i8* noundef getelementptr inbounds ([5 x i8], [5 x i8]* @.s, i64 0, i64 0))
  ret i32 0
}
declare void @f(i64 noundef, i8 noundef, i16 noundef) #1
declare void @g(i8* noundef) #1
)ir")};
  const Pushdown p = make_pushdown(modules, "main");
  for (const char* event :
       {"@ f(-9223372036854775808, 255, 32768)", "@ f(9223372036854775807, -1, 1)", R"(@ g("a\\tb\\r"))"})
    EXPECT_TRUE(has(p, event)) << event << "\n" << p.text;
}

}  // namespace
}  // namespace whynot::front::c
