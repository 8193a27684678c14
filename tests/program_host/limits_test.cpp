// Programs that take all they can get. They run in a PID namespace, with few processes and little memory.
#include <chrono>
#include <fstream>

#include "core/base/files.h"
#include "core/wording/program_text.h"
#include "host_programs.h"
#include "program/control_group.h"
#include "program/interrupt.h"
#include "program/posix_handle.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;
using program::HostEnd;
using Kind = HostEnd::Kind;
using std::chrono::milliseconds;

std::string words(const program::HostRun& run) { return program_end_text(program::process_end(run)); }

TEST(HostLimits, AForkBombIsEnded) {
  BANKLOOM_NEEDS_NAMESPACES();
  // It slows itself, so that a guard that fails does not take the machine with it, and stops at 400.
  const HostProgram program(R"(
    for (int i = 0; i < 400; ++i) { if (fork() == 0) { for (;;) pause(); } usleep(500); }
    for (;;) pause();)");
  const auto run = program.run();
  // RLIMIT_NPROC holds it back for all but root; then it is ended as one that never ends.
  EXPECT_TRUE(run.end == (HostEnd{Kind::processes, 0}) || run.timed_out) << words(run);
}

TEST(HostLimits, MemoryIsRefusedOrTheProgramIsEnded) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram alone(R"(
    size_t size = 0; while (size < 600u << 20) { char* p = (char*)malloc(1 << 20); if (!p) return 3;
      memset(p, 1, 1 << 20); size += 1 << 20; })");
  const auto refused = alone.run();
  EXPECT_TRUE(refused.end == (HostEnd{Kind::exited, 3}) || refused.end.kind == Kind::memory) << words(refused);
  const HostProgram several(R"(
    for (int i = 0; i < 6; ++i) if (fork() == 0) {
      char* p = (char*)malloc(80 << 20); memset(p, 1, 80 << 20); for (;;) pause(); }
    for (;;) pause();)");
  EXPECT_EQ(several.run().end.kind, Kind::memory);
}

TEST(HostLimits, AFileGrowsToItsLimitAndTmpToIts) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram file(R"(
    char* p = (char*)calloc(1, 1 << 20); int f = open("big", O_CREAT | O_WRONLY, 0644);
    for (int i = 0; i < 64; ++i) if (write(f, p, 1 << 20) < 0) return 3;)");
  const auto run = file.run();
  EXPECT_EQ(run.end, (HostEnd{Kind::signalled, SIGXFSZ}));
  EXPECT_EQ(std::filesystem::file_size(file.folder() / "work/big"), 8U << 20U);
  const HostProgram files(R"(
    char* p = (char*)calloc(1, 1 << 20); char name[40];
    for (int i = 0; i < 64; ++i) { sprintf(name, "/tmp/f%d", i); int f = open(name, O_CREAT | O_WRONLY, 0644);
      if (write(f, p, 1 << 20) != 1 << 20) { printf("%d", i); return errno == ENOSPC ? 4 : 5; } })");
  const auto full = files.run();
  EXPECT_EQ(full.end, (HostEnd{Kind::exited, 4})) << full.output.text;
}

TEST(HostLimits, WritingWithoutEndIsEnded) {
  BANKLOOM_NEEDS_NAMESPACES();
  // 2 MiB a file, one after the other, never more than 256 MiB.
  const HostProgram program(R"(
    char* p = (char*)calloc(1, 2 << 20); char name[40];
    for (int i = 0; i < 128; ++i) { sprintf(name, "f%d", i); int f = open(name, O_CREAT | O_WRONLY, 0644);
      if (write(f, p, 2 << 20) < 0) return 3; close(f); usleep(10000); }
    return 5;)");
  const auto run = program.run();
  // Where the folder is in memory, nothing is written to a disk.
  EXPECT_TRUE(run.end == (HostEnd{Kind::written, 0}) || run.end == (HostEnd{Kind::exited, 5})) << words(run);
}

TEST(HostLimits, OneThatNeverEndsIsEndedAtItsTime) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program(
      R"(for (int i = 1; i < 32; ++i) signal(i, SIG_IGN); printf("begun\n"); fflush(stdout); for (;;) pause();)");
  auto process = program::HostProcess::start(program.launch(), program::Isolation::namespaces);
  ASSERT_TRUE(process) << process.error().message;
  program::Supervision supervision;
  supervision.time_limit = milliseconds(300);
  const auto run = program::supervise(*process, supervision);
  EXPECT_TRUE(run.timed_out);
  EXPECT_EQ(run.end.kind, Kind::killed);
  EXPECT_EQ(run.output.text, "begun\n");
  EXPECT_LT(run.elapsed, milliseconds(5000));
  EXPECT_EQ(program::process_end(run).kind, program::ProgramEnd::Kind::time_limit);
}

TEST(HostLimits, AnInterruptEndsIt) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program("for (;;) pause();");
  auto process = program::HostProcess::start(program.launch(), program::Isolation::namespaces);
  ASSERT_TRUE(process) << process.error().message;
  const program::Interrupt interrupt;
  ::raise(SIGINT);
  program::Supervision supervision;
  supervision.interrupt = interrupt.descriptor();
  supervision.time_limit = std::chrono::seconds(20);
  const auto run = program::supervise(*process, supervision);
  EXPECT_TRUE(interrupt.has_come());
  EXPECT_TRUE(run.interrupted);
  EXPECT_EQ(words(run), "was interrupted");
}

TEST(HostLimits, AnIgnoredHangUpStaysIgnored) {
  const auto before = ::signal(SIGHUP, SIG_IGN);
  {
    const program::Interrupt interrupt;
    ::raise(SIGHUP);
    EXPECT_FALSE(interrupt.has_come());
  }
  EXPECT_EQ(::signal(SIGHUP, before), SIG_IGN);
  const program::Interrupt interrupt;
  ::raise(SIGHUP);
  EXPECT_EQ(interrupt.has_come(), before != SIG_IGN);
}

TEST(HostLimits, OfEndlessOutputTheBeginningIsKept) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program(R"(for (int i = 0; i < 3000000; ++i) fputs("0123456789", stdout);)");
  const auto run = program.run();
  EXPECT_EQ(run.end, (HostEnd{Kind::exited, 0}));
  EXPECT_EQ(run.output.text.size(), 1U << 20U);
  EXPECT_EQ(run.output.text.size() + run.output.discarded, 30'000'000U);
}

TEST(HostLimits, ClosedStreamsDoNotEndTheWait) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program("for (int i = 0; i < 100; ++i) close(i); usleep(100000); return 6;");
  EXPECT_EQ(program.run().end, (HostEnd{Kind::exited, 6}));
}

/// Folders and files as the kernel shows control groups.
class ControlGroups : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* group : {"", "user", "user/app", "user/app/terminal"}) fs::create_directories(top() / group);
    place_.top = top();
    place_.own = folder_.path() / "own";
    std::ofstream(place_.own) << "1:name=systemd:/other\n0::/user/app/terminal\n";
  }
  [[nodiscard]] fs::path top() const { return folder_.path() / "top"; }
  void count_below(const char* group) const {
    std::ofstream(top() / group / "cgroup.subtree_control") << "cpu memory pids\n";
  }
  program::TemporaryFolder folder_ = std::move(*program::TemporaryFolder::make());
  program::GroupPlace place_;
  program::HostLimits limits_;
};

TEST_F(ControlGroups, AreMadeBesideOursWithTheLimits) {
  count_below("user/app");
  fs::create_directories(top() / "user/app/bankloom-999999999-0");
  const program::ControlGroup group(limits_, place_);
  ASSERT_TRUE(group.is_made());
  EXPECT_EQ(group.folder().parent_path(), top() / "user/app");
  EXPECT_EQ(read_file(group.folder() / "memory.max"), std::to_string(limits_.memory));
  EXPECT_EQ(read_file(group.folder() / "pids.max"), std::to_string(limits_.processes + 8));
  EXPECT_FALSE(fs::exists(top() / "user/app/bankloom-999999999-0")) << "its maker is gone";
  EXPECT_FALSE(group.ran_out_of_memory());
  std::ofstream(group.folder() / "memory.events") << "low 0\nmax 3\noom 1\noom_kill 2\n";
  EXPECT_TRUE(group.ran_out_of_memory());
}

TEST_F(ControlGroups, AreNotMadeWhereTheyCountNothing) {
  EXPECT_FALSE(program::ControlGroup(limits_, place_).is_made());
  count_below("user");
  EXPECT_FALSE(program::ControlGroup(limits_, place_).is_made()) << "that is not beside ours";
}

TEST_F(ControlGroups, OfTheKernelHoldAProgramsProcesses) {
  const program::ControlGroup group(limits_);
  if (!group.is_made()) GTEST_SKIP() << "this user can make none here";
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program("memset((void*)syscall(SYS_mmap, 0, 512 << 20, 3, 0x21, -1, 0), 1, 512 << 20);");
  EXPECT_EQ(program.run().end.kind, Kind::memory);
}

}  // namespace
}  // namespace bankloom::test
