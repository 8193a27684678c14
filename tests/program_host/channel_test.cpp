// Programs that do with the channel to the device what our runtime never does.
#include <fstream>

#include "host_programs.h"
#include "program/whole_program.h"

namespace bankloom::test {
namespace {

using program::HostEnd;

program::WholeProgramRun run_whole(const HostProgram& program, std::chrono::milliseconds limit) {
  program::ProgramRequest request;
  request.working_folder = program.folder() / "work";
  request.file = request.working_folder / "program.cu";
  const auto machines = load_machines(std::filesystem::path(BANKLOOM_SOURCE_DIR) / "assets/machines");
  EXPECT_TRUE(machines);
  request.machine = machines->front();
  request.time_limit = limit;
  program::WholeProgram whole{request, {}, program.folder() / "program", program.folder(), program.folder()};
  whole.own = request.working_folder;
  auto run = program::run_whole_program(whole);
  EXPECT_TRUE(run) << run.error().message;
  return run ? std::move(*run) : program::WholeProgramRun();
}

TEST(HostChannel, N48GarbageIsToldAndEndsNothingOfOurs) {
  BANKLOOM_NEEDS_NAMESPACES();
  for (
      const char* garbage :
      {R"(for (int i = 0; i < 100; ++i) write(3, "garbage that is longer than a header of 64 bytes, and no request", 64);)",
       R"(unsigned head[16] = {7, 0xffffffffu}; write(3, head, sizeof head);)",
       R"(unsigned head[16] = {99, 4}; write(3, head, sizeof head); write(3, head, 4);)"}) {
    const HostProgram program(std::string("signal(SIGPIPE, SIG_IGN); ") + garbage + " return 5;");
    const auto run = run_whole(program, std::chrono::seconds(20));
    EXPECT_TRUE(run.device.broke_protocol) << garbage;
    EXPECT_EQ(run.host.end, (HostEnd{HostEnd::Kind::exited, 5}));
  }
}

TEST(HostChannel, AHalfRequestAndSilenceEndAtTheTimeLimit) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program(R"(write(3, "half", 4); for (;;) pause();)");
  const auto run = run_whole(program, std::chrono::milliseconds(500));
  EXPECT_TRUE(run.host.timed_out);
  EXPECT_FALSE(run.device.called_runtime);
}

TEST(HostChannel, QuestionsWithoutEndWhoseAnswersNobodyReadsEndAtTheTimeLimit) {
  BANKLOOM_NEEDS_NAMESPACES();
  // Hello, and then how much memory there is (17), until the socket is full in both directions.
  const HostProgram program(R"(
    unsigned head[16] = {1, 8}, hello[2] = {1, 0}; write(3, head, sizeof head); write(3, hello, sizeof hello);
    head[0] = 17; head[1] = 0; for (;;) write(3, head, sizeof head);)");
  const auto run = run_whole(program, std::chrono::milliseconds(500));
  EXPECT_TRUE(run.host.timed_out);
  EXPECT_TRUE(run.device.called_runtime);
  EXPECT_FALSE(run.device.broke_protocol);
}

TEST(HostChannel, ADescriptorThatIsSentIsNotKept) {
  BANKLOOM_NEEDS_NAMESPACES();
  const auto open_descriptors = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
  };
  const auto before = open_descriptors();
  const HostProgram program(R"(
    for (int i = 0; i < 50; ++i) {
      char text[64] = {}; iovec part = {text, sizeof text}; char control[CMSG_SPACE(sizeof(int))] = {};
      msghdr message = {}; message.msg_iov = &part; message.msg_iovlen = 1;
      message.msg_control = control; message.msg_controllen = sizeof control;
      cmsghdr* rights = CMSG_FIRSTHDR(&message); rights->cmsg_level = SOL_SOCKET; rights->cmsg_type = SCM_RIGHTS;
      rights->cmsg_len = CMSG_LEN(sizeof(int)); int zero = 0; memcpy(CMSG_DATA(rights), &zero, sizeof zero);
      sendmsg(3, &message, MSG_NOSIGNAL | MSG_DONTWAIT); }
    return 5;)");
  const auto run = run_whole(program, std::chrono::seconds(20));
  EXPECT_TRUE(run.device.broke_protocol);
  EXPECT_EQ(run.host.end, (HostEnd{HostEnd::Kind::exited, 5}));
  EXPECT_EQ(open_descriptors(), before);
}

TEST(HostChannel, ClosedAtOnceIsAProgramWithoutTheRuntime) {
  BANKLOOM_NEEDS_NAMESPACES();
  const HostProgram program("for (int i = 0; i < 100; ++i) close(i); usleep(50000); return 0;");
  const auto run = run_whole(program, std::chrono::seconds(20));
  EXPECT_EQ(run.host.end, (HostEnd{HostEnd::Kind::exited, 0}));
  EXPECT_FALSE(run.device.called_runtime);
  EXPECT_EQ(program::end_of(run, program.folder() / "program").silence, program::ProgramEnd::Silence::no_runtime);
}

}  // namespace
}  // namespace bankloom::test
