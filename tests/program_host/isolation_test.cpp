// What a program sees of the machine, and what of it it can change.
#include <unistd.h>

#include <fstream>

#include "core/wording/program_text.h"
#include "host_programs.h"
#include "program/isolation.h"

namespace bankloom::test {
namespace {

using program::HostEnd;
using Kind = HostEnd::Kind;

TEST(Isolation, StatusStreamsAndArgumentsAreThoseOfTheProgram) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program(R"(printf("%s %s\n", argv[1], getenv("COLOUR")); fprintf(stderr, "oh\n"); return 7;)");
  auto launch = program.launch();
  launch.arguments.emplace_back("two words");
  launch.environment.emplace_back("COLOUR=red");
  const auto run = program.run(launch);
  EXPECT_EQ(run.end, (HostEnd{Kind::exited, 7}));
  EXPECT_EQ(run.output.text, "two words red\n");
  EXPECT_EQ(run.errors.text, "oh\n");
  EXPECT_EQ(program_end_text(program::process_end(run)).str(), "ended with status 7");
}

TEST(Isolation, ASignalIsToldByItsNumber) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program("signal(SIGSEGV, SIG_DFL); raise(SIGSEGV);");
  EXPECT_EQ(program.run().end, (HostEnd{Kind::signalled, SIGSEGV}));
}

TEST(Isolation, WritingToAddressZeroEndsTheProgramAlone) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program(R"(printf("before\n"); fflush(stdout); *(volatile int*)0 = 1; printf("after\n");)");
  const auto run = program.run();
  EXPECT_EQ(run.end, (HostEnd{Kind::signalled, SIGSEGV}));
  EXPECT_EQ(run.output.text, "before\n");
}

TEST(Isolation, OnlyTheNamedFolderCanBeWrittenTo) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program(R"(
    printf("%d", open("here", O_CREAT | O_WRONLY, 0644) >= 0);
    printf("%d", open("../beside", O_CREAT | O_WRONLY, 0644) >= 0);
    printf("%d", open("/etc/bankloom-test", O_CREAT | O_WRONLY, 0644) >= 0);
    printf("%d", open("/var/bankloom-test", O_CREAT | O_WRONLY, 0644) >= 0);
    printf("%d", open("/proc/sys/kernel/core_pattern", O_WRONLY) >= 0);
    printf("%d\n", open("/tmp/scratch", O_CREAT | O_WRONLY, 0644) >= 0);)");
  EXPECT_EQ(program.run().output.text, "100001\n");
  EXPECT_TRUE(std::filesystem::exists(program.folder() / "work/here"));
  EXPECT_FALSE(std::filesystem::exists(program.folder() / "beside"));
  // Its /tmp is its own.
  EXPECT_FALSE(std::filesystem::exists("/tmp/scratch"));
}

TEST(Isolation, ItSeesItsOwnProcessesNoNetworkAndNoDevice) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program(R"(
    printf("%d %d", getpid() <= 3, getppid());
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    sockaddr_in to = {}; to.sin_family = AF_INET; to.sin_port = htons(53); inet_pton(AF_INET, "192.0.2.1", &to.sin_addr);
    printf(" %d", s >= 0 && connect(s, (sockaddr*)&to, sizeof to) == 0);
    FILE* entries = popen("ls /dev", "r"); char name[99]; while (fscanf(entries, "%98s", name) == 1) printf(" %s", name);
    printf("\n");)");
  const auto run = program.run();
  std::string devices;
  for (const char* name : {"fd", "full", "null", "random", "shm", "stderr", "stdin", "stdout", "urandom", "zero"}) {
    if (std::filesystem::exists(std::filesystem::path("/dev") / name)) devices += std::string(" ") + name;
  }
  EXPECT_EQ(run.output.text, "1 1 0" + devices + "\n");
}

TEST(Isolation, ItHasNoRightsAndGetsNone) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program(R"(
    FILE* status = fopen("/proc/self/status", "r"); char line[200];
    while (fgets(line, sizeof line, status))
      if (!strncmp(line, "CapEff", 6) || !strncmp(line, "CapBnd", 6) || !strncmp(line, "NoNewPrivs", 10)) printf("%s", line);
    printf("%d\n", unshare(CLONE_NEWUSER) == 0);)");
  EXPECT_EQ(program.run().output.text, "CapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\n0\n");
}

TEST(Isolation, OfOurDescriptorsItHasTheChannelAlone) {
  BANKLOOM_NEEDS_NAMESPACES();
  auto pipe = program::make_pipe_pair();
  ASSERT_TRUE(pipe);
  // As a library might open one: not closed on exec.
  const FileHandle stray(::dup(STDIN_FILENO));
  const HostProgram program(R"(
    for (int i = 0; i < 1024; ++i) if (fcntl(i, F_GETFD) >= 0) printf("%d ", i);
    return write(3, "hello", 5) == 5 ? 0 : 1;)");
  auto launch = program.launch();
  launch.channel = pipe->second.get();
  const auto run = program.run(launch);
  EXPECT_EQ(run.output.text, "0 1 2 3 ");
  EXPECT_EQ(run.end, (HostEnd{Kind::exited, 0}));
  std::array<char, 5> said{};
  EXPECT_EQ(::read(pipe->first.get(), said.data(), said.size()), 5);
}

TEST(Isolation, KillingItsParentAndItsGroupEndsItselfAlone) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program(R"(
    kill(getppid(), SIGKILL); kill(1, SIGKILL); kill(1, SIGSTOP); kill(-1, SIGTERM);
    printf("alive\n"); fflush(stdout); kill(0, SIGKILL); for (;;) pause();)");
  const auto run = program.run();
  EXPECT_EQ(run.output.text, "alive\n");
  EXPECT_EQ(run.end, (HostEnd{Kind::signalled, SIGKILL}));
}

TEST(Isolation, WhatItStartedEndsWithIt) {
  BANKLOOM_NEEDS_NAMESPACES();
  // The grandchild is in a session of its own, and would write on after its grandparent's end.
  const HostProgram program(R"(
    if (fork() == 0) { setsid(); if (fork() == 0) {
      for (;;) { int f = open("alive", O_CREAT | O_TRUNC | O_WRONLY, 0644); close(f); usleep(2000); } } _exit(0); }
    while (access("alive", F_OK) != 0) usleep(1000);)");
  EXPECT_EQ(program.run().end, (HostEnd{Kind::exited, 0}));
  std::filesystem::remove(program.folder() / "work/alive");
  ::usleep(100'000);
  EXPECT_FALSE(std::filesystem::exists(program.folder() / "work/alive"));
}

TEST(Isolation, WithoutNamespacesWhatItStartedEndsToo) {
  const HostProgram program(R"(
    if (fork() == 0) { setsid(); if (fork() == 0) { for (int i = 0; i < 2000; ++i) {
      int f = open("alive", O_CREAT | O_TRUNC | O_WRONLY, 0644); close(f); usleep(2000); } } _exit(0); }
    while (access("alive", F_OK) != 0) usleep(1000); printf("done");)");
  auto process = program::HostProcess::start(program.launch(), program::Isolation::limits);
  ASSERT_TRUE(process) << process.error().message;
  program::Supervision supervision;
  supervision.time_limit = std::chrono::seconds(20);
  const auto run = program::supervise(*process, supervision);
  EXPECT_EQ(run.end, (HostEnd{Kind::exited, 0}));
  EXPECT_EQ(run.output.text, "done");
  std::filesystem::remove(program.folder() / "work/alive");
  ::usleep(100'000);
  EXPECT_FALSE(std::filesystem::exists(program.folder() / "work/alive"));
}

TEST(Isolation, BubblewrapBuildsTheSameWalls) {
  if (const auto works = program::try_isolation(program::Isolation::bubblewrap); !works) {
    GTEST_SKIP() << works.error().message;
  }
  const HostProgram program(R"(
    int others = 0; for (int i = 4; i < 1024; ++i) others += fcntl(i, F_GETFD) >= 0;
    printf("%d", open("here", O_CREAT | O_WRONLY, 0644) >= 0);
    printf("%d", open("../beside", O_CREAT | O_WRONLY, 0644) >= 0);
    printf("%d", open("/etc/bankloom-test", O_CREAT | O_WRONLY, 0644) >= 0);
    printf("%d", open("/tmp/scratch", O_CREAT | O_WRONLY, 0644) >= 0);
    printf(" %d %d %s\n", getpid() <= 3, others, argv[1]); fflush(stdout);
    write(3, "hello", 5); if (fork() == 0) { setsid(); for (;;) pause(); } kill(-1, SIGTERM); return 7;)");
  auto pipe = program::make_pipe_pair();
  ASSERT_TRUE(pipe);
  auto launch = program.launch();
  launch.channel = pipe->second.get();
  launch.arguments.emplace_back("word");
  auto process = program::HostProcess::start(launch, program::Isolation::bubblewrap);
  ASSERT_TRUE(process) << process.error().message;
  pipe->second.reset();
  program::Supervision supervision;
  supervision.time_limit = std::chrono::seconds(20);
  const auto run = program::supervise(*process, supervision);
  EXPECT_EQ(run.output.text, "1001 1 0 word\n") << run.errors.text;
  EXPECT_EQ(run.end, (HostEnd{Kind::exited, 7}));
  std::array<char, 16> said{};
  EXPECT_EQ(::read(pipe->first.get(), said.data(), said.size()), 5);
  // Nobody holds the channel any more.
  EXPECT_EQ(::read(pipe->first.get(), said.data(), said.size()), 0);
  EXPECT_FALSE(std::filesystem::exists("/tmp/scratch"));
}

TEST(Isolation, WhatCannotBeExecutedIsSaid) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program("");
  auto launch = program.launch();
  launch.executable = "/nowhere";
  const auto run = program.run(launch);
  EXPECT_EQ(run.end, (HostEnd{Kind::not_started, ENOENT}));
  EXPECT_EQ(program_end_text(program::process_end(run)).str(), "cannot be started (No such file or directory)");
}

}  // namespace
}  // namespace bankloom::test
