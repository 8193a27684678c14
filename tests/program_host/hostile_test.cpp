// What hostile programs try, under each isolation that this machine grants: nothing outside changes or learns of it.
// The numbers in names are those of attempts to break out, to forge a report or to exhaust the machine.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "core/base/files.h"
#include "host_programs.h"
#include "program/folder_use.h"
#include "program/isolation.h"
#include "program/orphans.h"
#include "program/private_files.h"
#include "program/system_filter.h"
#include "program/working_copy.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;
using program::HostEnd;
using program::Isolation;
using Kind = HostEnd::Kind;

/// The tests of this class run under bwrap and under our own namespaces.
class Hostile : public testing::TestWithParam<Isolation> {
 protected:
  void SetUp() override {
    if (const auto granted = program::try_isolation(GetParam()); !granted) GTEST_SKIP() << granted.error().message;
    if (!program::system_filter().missing.empty()) GTEST_SKIP() << program::system_filter().missing;
  }
  static program::HostRun run(const HostProgram& program) { return program.run(program.launch(), GetParam()); }
};

TEST_P(Hostile, N03N06N92ASocketBesideItIsNotReached) {
  const HostProgram program(R"(
    int s = socket(AF_UNIX, SOCK_STREAM, 0); sockaddr_un to = {}; to.sun_family = AF_UNIX; strcpy(to.sun_path, "../socket");
    printf("%d", s >= 0 && connect(s, (sockaddr*)&to, sizeof to) == 0);
    int pair[2]; printf("%d", socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0);
    printf("%d", socketpair(AF_UNIX, SOCK_RAW, 0, pair) == 0 || socketpair(AF_UNIX, SOCK_RAW | SOCK_CLOEXEC, 0, pair) == 0);
    printf("%d", socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0);
    printf("%d", socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    printf("%d", socket(40, SOCK_STREAM, 0) >= 0 || socket(AF_NETLINK, SOCK_RAW, 0) >= 0 || socket(AF_PACKET, SOCK_RAW, 0) >= 0);
    printf("%d\n", syscall(SYS_socket, 0x100000001L, SOCK_STREAM, 0) >= 0);)");
  const FileHandle listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  const std::string path = program.folder() / "socket";
  ASSERT_LT(path.size(), sizeof name.sun_path);
  path.copy(name.sun_path, path.size());
  ASSERT_EQ(::bind(listener.get(), reinterpret_cast<sockaddr*>(&name), sizeof name), 0);
  ::chmod(path.c_str(), 0777);
  ASSERT_EQ(::listen(listener.get(), 1), 0);
  EXPECT_EQ(run(program).output.text, "0001100\n");
  EXPECT_EQ(::accept(listener.get(), nullptr, nullptr), -1);
}

TEST_P(Hostile, OfProtocolsItHasTcpAndUdpAlone) {
  const HostProgram program(R"(
    printf("%d%d", socket(AF_INET, SOCK_STREAM, 6) >= 0, socket(AF_INET, SOCK_DGRAM, 17) >= 0);
    printf("%d%d", socket(AF_INET, SOCK_STREAM, 0) >= 0, socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0) >= 0);
    printf("%d%d", socket(AF_INET, SOCK_STREAM, 262) >= 0, socket(AF_INET, SOCK_DGRAM, 136) >= 0);
    printf("%d\n", syscall(SYS_socket, AF_INET, SOCK_DGRAM, 0x100000000L | 136) >= 0);)");
  EXPECT_EQ(run(program).output.text, "1111000\n");
}

TEST_P(Hostile, N09N31N33N38SystemCallsThatProgramsDoNotNeedAreRefused) {
  const HostProgram program(R"(
    struct { const char* name; long number, a, b; } calls[] = {{"keyctl", SYS_keyctl, 0, -3}, {"add_key", SYS_add_key, 0, 0},
      {"io_uring_setup", SYS_io_uring_setup, 4, 0}, {"userfaultfd", SYS_userfaultfd, 1, 0}, {"ptrace", SYS_ptrace, 0, 0},
      {"mount", SYS_mount, 0, 0}, {"unshare", SYS_unshare, CLONE_NEWUSER, 0}, {"unshare", SYS_unshare, CLONE_NEWNS, 0},
      {"setns", SYS_setns, 0, 0}, {"bpf", SYS_bpf, 0, 0}, {"perf_event_open", SYS_perf_event_open, 0, 0},
      {"memfd_create", SYS_memfd_create, (long) "x", 0}, {"shmget", SYS_shmget, 0, 4096}, {"chroot", SYS_chroot, (long) "/", 0},
      {"process_vm_readv", SYS_process_vm_readv, 1, 0}, {"clone3", SYS_clone3, 0, 0}, {"fallocate", SYS_fallocate, 1, 0},
      {"clone", SYS_clone, CLONE_NEWUSER | SIGCHLD, 0}};
    for (auto& call : calls) {
      long got = syscall(call.number, call.a, call.b, 4096L, 0L, 0L);
      if (got >= 0 || (errno != EPERM && errno != ENOSYS && errno != EOPNOTSUPP)) printf("%s: %ld %d\n", call.name, got, errno);
    })");
  const auto ran = run(program);
  EXPECT_EQ(ran.output.text, "");
  EXPECT_EQ(ran.end, (HostEnd{Kind::exited, 0}));
}

TEST_P(Hostile, N90HomeAndTheFoldersOfSocketsAreEmpty) {
  const HostProgram program(R"(
    const char* folders[] = {getenv("HOME_OUTSIDE"), "/tmp", "/run", "/var/tmp", "/dev/shm", "/root"};
    for (const char* folder : folders) {
      char command[300]; snprintf(command, sizeof command, "ls -A %s 2>/dev/null", folder);
      FILE* list = popen(command, "r"); char name[200];
      while (fgets(name, sizeof name, list)) if (strncmp(name, "bankloom", 8)) printf("%s %s", folder, name);
      pclose(list);
    })");
  auto launch = program.launch();
  launch.environment.push_back("HOME_OUTSIDE=" + user_folder(UserFolder::home).string());
  EXPECT_EQ(program.run(launch, GetParam()).output.text, "");
}

TEST_P(Hostile, N91RootsProgramIsNobody) {
  if (::geteuid() != 0) GTEST_SKIP() << "for root alone";
  const HostProgram program(R"(
    printf("%d %d %d %d", getuid(), geteuid(), getgid(), getgroups(0, 0));
    printf(" %d %d\n", open("/etc/shadow", O_RDONLY) >= 0, setuid(0) == 0);)");
  EXPECT_EQ(run(program).output.text, "65534 65534 65534 0 0 0\n");
}

TEST_P(Hostile, N10ItHasNoTerminalAndItsStandardInputIsAPipe) {
  const HostProgram program(R"(
    struct stat status; fstat(0, &status);
    printf("%d %d", S_ISFIFO(status.st_mode), open("/dev/tty", O_RDWR) >= 0);
    open("/proc/self/fd/0", O_WRONLY | O_TRUNC);
    char text[20] = {}; printf(" %s", read(0, text, 9) == 9 ? text : "none");)");
  auto launch = program.launch();
  launch.reads_input = true;
  const fs::path file = program.folder() / "input";
  std::ofstream(file) << "nine byte";
  const FileHandle input(::open(file.c_str(), O_RDWR | O_CLOEXEC));
  auto process = program::HostProcess::start(launch, GetParam());
  ASSERT_TRUE(process) << process.error().message;
  program::Supervision supervision;
  supervision.time_limit = std::chrono::seconds(20);
  supervision.input = input.get();
  EXPECT_EQ(program::supervise(*process, supervision).output.text, "1 0 nine byte");
  EXPECT_EQ(fs::file_size(file), 9U);
}

TEST_P(Hostile, N36N37ItDiesBeforeBankloom) {
  const HostProgram program(R"(
    FILE* file = fopen("/proc/self/oom_score_adj", "r"); int value = 0; fscanf(file, "%d", &value);
    printf("%d %d\n", value, open("/proc/self/oom_score_adj", O_WRONLY) >= 0);)");
  EXPECT_EQ(run(program).output.text, "1000 0\n");
}

TEST_P(Hostile, N27rAForkBombIsEndedOrHeldBack) {
  const HostProgram program(R"(
    for (int i = 0; i < 400; ++i) { if (fork() == 0) { for (;;) pause(); } usleep(500); }
    sleep(2); return 9;)");
  const auto ran = run(program);
  EXPECT_TRUE(ran.end == (HostEnd{Kind::processes, 0}) || ran.end == (HostEnd{Kind::exited, 9}));
}

TEST_P(Hostile, MemoryOfAllItsProcessesIsCounted) {
  const HostProgram program(R"(
    for (int i = 0; i < 6; ++i) if (fork() == 0) {
      char* p = (char*)malloc(80 << 20); memset(p, 1, 80 << 20); for (;;) pause(); }
    for (;;) pause();)");
  EXPECT_EQ(run(program).end.kind, Kind::memory);
}

TEST_P(Hostile, N68N93PipesAndLocksOfOthersAreNotForIt) {
  const HostProgram program(R"(
    printf("%d", open("../pipe", O_WRONLY | O_NONBLOCK) >= 0 || open("../deep/pipe", O_RDWR) >= 0);
    int file = open("../program.cpp", O_RDONLY);
    printf("%d%d\n", file >= 0 && syscall(SYS_flock, file, 2 | 4) == 0, syscall(SYS_fcntl, file, 1024, 0) == 0);)");
  fs::create_directory(program.folder() / "deep");
  for (const char* name : {"pipe", "deep/pipe"}) {
    ASSERT_EQ(::mkfifo((program.folder() / name).c_str(), 0600), 0);
    ::chmod((program.folder() / name).c_str(), 0666);
  }
  const FileHandle reader(::open((program.folder() / "pipe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  EXPECT_EQ(run(program).output.text, "000\n");
}

TEST_P(Hostile, PipesInTheSystemsFoldersAreHidden) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can put one there";
  const fs::path pipe = "/opt/bankloom_test_pipe_" + std::string(GetParam() == Isolation::bubblewrap ? "b" : "n");
  ASSERT_TRUE(::mkfifo(pipe.c_str(), 0666) == 0 || errno == EEXIST);
  ::chmod(pipe.c_str(), 0666);
  const HostProgram program(R"(
    printf("%d %d\n", open(argv[1], O_RDWR | O_NONBLOCK) >= 0, access(argv[1], F_OK) == 0);)");
  auto launch = program.launch();
  launch.arguments = {"program", pipe.string()};
  // The folders are searched once by a process.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        std::fputs(program.run(launch, GetParam()).output.text.c_str(), stderr);
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "^0 1\n$");
  fs::remove(pipe);
}

TEST_P(Hostile, ASignalIsToldByItsNumber) {
  const HostProgram program("signal(SIGSEGV, SIG_DFL); raise(SIGSEGV);");
  EXPECT_EQ(run(program).end, (HostEnd{Kind::signalled, SIGSEGV}));
}

INSTANTIATE_TEST_SUITE_P(Isolations, Hostile, testing::Values(Isolation::bubblewrap, Isolation::namespaces),
                         [](const auto& given) {
                           return given.param == Isolation::bubblewrap ? "Bubblewrap" : "Namespaces";
                         });

TEST(HostileAlone, N63WithoutNamespacesAProgramThatKillsItsGuardLeavesNoProcess) {
  if (!program::system_filter().missing.empty()) GTEST_SKIP() << program::system_filter().missing;
  const HostProgram program(R"(
    prctl(PR_SET_PDEATHSIG, 0); if (fork() == 0) { setsid(); if (fork() == 0) {
      for (;;) { int f = open("alive", O_CREAT | O_TRUNC | O_WRONLY, 0644); close(f); usleep(2000); } } _exit(0); }
    while (access("alive", F_OK) != 0) usleep(1000);
    kill(getppid(), SIGKILL); for (;;) pause();)");
  const auto ran = program.run(program.launch(), Isolation::limits);
  EXPECT_EQ(ran.end.kind, Kind::killed);
  ::usleep(20'000);
  fs::remove(program.folder() / "work/alive");
  ::usleep(100'000);
  EXPECT_FALSE(fs::exists(program.folder() / "work/alive"));
}

/// A folder of a user's.
class WorkingCopies : public testing::Test {
 protected:
  void SetUp() override {
    original_ = folder_.path() / "original";
    fs::create_directories(original_ / "data");
    std::ofstream(original_ / "a.txt") << "a";
    std::ofstream(original_ / "data/b.txt") << "b";
    std::ofstream(folder_.path() / "outside") << "untouched";
  }
  program::WorkingCopy copy() {
    auto made = program::WorkingCopy::make(original_, folder_.path() / "copy");
    EXPECT_TRUE(made) << made.error().message;
    return std::move(*made);
  }
  [[nodiscard]] static std::string content(const fs::path& file) { return read_file(file).value_or("none"); }

  program::TemporaryFolder folder_ = std::move(*program::TemporaryFolder::make());
  fs::path original_;
};

TEST_F(WorkingCopies, BringBackWhatIsNewAndDifferent) {
  const auto made = copy();
  EXPECT_TRUE(made.changed().empty());
  std::ofstream(made.folder() / "data/b.txt") << "longer";
  std::ofstream(made.folder() / "new.txt") << "new";
  EXPECT_EQ(made.changed(), (std::vector<std::string>{"data/b.txt", "new.txt"}));
  EXPECT_EQ(content(original_ / "data/b.txt"), "b");
  std::vector<std::string> left;
  EXPECT_EQ(made.bring_back(left), 2U);
  EXPECT_EQ(content(original_ / "data/b.txt"), "longer");
  EXPECT_EQ(content(original_ / "new.txt"), "new");
}

TEST_F(WorkingCopies, N67FollowNoLinkAndTouchNothingHidden) {
  fs::create_symlink(folder_.path() / "outside", original_ / "link.txt");
  fs::create_directory_symlink(folder_.path(), original_ / "up");
  fs::create_directories(original_ / ".git/hooks");
  const auto made = copy();
  EXPECT_FALSE(fs::exists(made.folder() / ".git"));
  for (const char* name : {"link.txt", "up"}) fs::remove(made.folder() / name);
  std::ofstream(made.folder() / "link.txt") << "evil";
  fs::create_directories(made.folder() / "up");
  std::ofstream(made.folder() / "up/outside") << "evil";
  fs::create_directories(made.folder() / ".git/hooks");
  std::ofstream(made.folder() / ".git/hooks/pre-commit") << "evil";
  std::ofstream(made.folder() / ".bashrc") << "evil";
  fs::create_symlink(folder_.path() / "outside", made.folder() / "planted.txt");
  std::vector<std::string> left;
  EXPECT_EQ(made.bring_back(left), 0U);
  EXPECT_EQ(left, (std::vector<std::string>{"link.txt", "up/outside"}));
  EXPECT_EQ(content(folder_.path() / "outside"), "untouched");
  EXPECT_FALSE(fs::exists(original_ / ".git/hooks/pre-commit"));
  EXPECT_FALSE(fs::exists(original_ / ".bashrc"));
  EXPECT_FALSE(fs::is_symlink(original_ / "planted.txt"));
}

TEST_F(WorkingCopies, TakeWhatASourceLinksToOnlyFromTheRepository) {
  fs::create_directory(original_ / ".git");
  fs::create_symlink(folder_.path() / "outside", original_ / "a.cu");
  fs::create_symlink("data/b.txt", original_ / "b.cu");
  const auto made = copy();
  made.add_plain(original_ / "a.cu");
  made.add_plain(original_ / "b.cu");
  EXPECT_TRUE(fs::is_symlink(made.folder() / "a.cu")) << "whose target the program does not see";
  EXPECT_FALSE(fs::is_symlink(made.folder() / "b.cu"));
  EXPECT_EQ(content(made.folder() / "b.cu"), "b");
}

TEST_F(WorkingCopies, CountHolesAndEndWhereTheyAreInterrupted) {
  const auto made = copy();
  std::ofstream(made.folder() / "holes") << "x";
  fs::resize_file(made.folder() / "holes", std::uintmax_t{5} << 30U);
  EXPECT_TRUE(made.is_overfull(std::uint64_t{4} << 30U));
  std::ofstream(made.folder() / "plain") << "x";
  std::vector<std::string> left;
  EXPECT_EQ(made.bring_back(left), 1U);
  EXPECT_EQ(left, (std::vector<std::string>{"holes"}));
  EXPECT_FALSE(fs::exists(original_ / "holes"));
  fs::resize_file(made.folder() / "holes", 10);
  std::ofstream(made.folder() / "plain") << "xy";
  const FileHandle always(::open("/dev/zero", O_RDONLY | O_CLOEXEC));
  left.clear();
  EXPECT_EQ(made.bring_back(left, always.get()), 0U);
  EXPECT_EQ(left, (std::vector<std::string>{"holes", "plain"}));
  EXPECT_EQ(content(original_ / "plain"), "x");
}

TEST_F(WorkingCopies, OfRootsPrivateFilesALinkThatTookAFilesPlaceIsNotRead) {
  if (::geteuid() != 0 || !program::granted_isolation().is_kept_apart()) GTEST_SKIP() << "only root's are copied";
  std::ofstream(original_ / "own.h") << "own";
  std::ofstream(folder_.path() / "secret") << "secret";
  for (const auto& file : {original_ / "own.h", folder_.path() / "secret"}) fs::permissions(file, fs::perms{0600});
  fs::create_symlink(folder_.path() / "secret", original_ / "link.h");
  program::HostLaunch launch;
  for (const char* name : {"own.h", "link.h"}) {
    const std::string place = (original_ / name).string();
    launch.folders.push_back({place, place, false});
  }
  fs::create_directory(folder_.path() / "ours");
  program::show_private_files(launch, folder_.path() / "ours");
  ASSERT_EQ(launch.folders.size(), 1U);
  EXPECT_EQ(launch.folders[0].place, original_ / "own.h");
  EXPECT_EQ(content(launch.folders[0].source), "own");
}

TEST_F(WorkingCopies, N98LeaveOutCompiledHeadersAndPipes) {
  std::ofstream(original_ / "h.h.gch") << "code";
  ASSERT_EQ(::mkfifo((original_ / "pipe").c_str(), 0600), 0);
  const auto made = copy();
  EXPECT_FALSE(fs::exists(made.folder() / "h.h.gch"));
  EXPECT_FALSE(fs::exists(made.folder() / "pipe"));
  EXPECT_TRUE(fs::exists(made.folder() / "data/b.txt"));
}

TEST_F(WorkingCopies, N41AreOverfullByBytesAndByFiles) {
  const auto made = copy();
  EXPECT_FALSE(made.is_overfull(1 << 20));
  std::ofstream(made.folder() / "big") << std::string(3 << 20, 'x');
  EXPECT_TRUE(made.is_overfull(1 << 20));
}

TEST(FolderUses, AFolderWithoutRightsIsCountedAndRemoved) {
  auto folder = std::move(*program::TemporaryFolder::make());
  const fs::path top = folder.path() / "top";
  fs::create_directories(top / "closed/inner");
  std::ofstream(top / "closed/inner/file") << std::string(100'000, 'x');
  fs::permissions(top / "closed/inner", fs::perms::none);
  fs::permissions(top / "closed", fs::perms::none);
  EXPECT_GE(program::use_of(top).bytes, 100'000U);
  fs::permissions(top / "closed", fs::perms::none);
  program::remove_folder(top);
  EXPECT_FALSE(fs::exists(top));
}

/// In a process of nobody's: a folder without rights and a link change places for ever, while the folder is measured.
/// Ends with 0 if what the link leads to keeps its mode.
[[noreturn]] void measure_while_links_move() {
  if (::geteuid() == 0 && (::setresgid(65534, 65534, 65534) != 0 || ::setresuid(65534, 65534, 65534) != 0)) ::_exit(2);
  std::string name = (fs::temp_directory_path() / "bankloom_race_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) ::_exit(3);
  const fs::path top = fs::path(name) / "top", target = fs::path(name) / "target";
  fs::create_directories(top / "folder");
  std::ofstream(target) << "private";
  fs::permissions(target, fs::perms{0640});
  fs::create_symlink(target, top / "link");
  const FileHandle folder(::open((top / "folder").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  std::atomic<bool> stop = false;
  std::thread mover([&] {
    while (!stop) {
      ::fchmod(folder.get(), 0);
      ::renameat2(AT_FDCWD, (top / "folder").c_str(), AT_FDCWD, (top / "link").c_str(), RENAME_EXCHANGE);
    }
  });
  bool is_kept = true;
  for (int i = 0; i < 20'000 && is_kept; ++i) {
    [[maybe_unused]] const auto use = program::use_of(top);
    is_kept = fs::status(target).permissions() == fs::perms{0640};
  }
  stop = true;
  mover.join();
  ::fchmod(folder.get(), S_IRWXU);
  fs::remove_all(name);
  ::_exit(is_kept ? 0 : 1);
}

TEST(FolderUses, ALinkInPlaceOfAFolderChangesNoModeElsewhere) {
  GTEST_FLAG_SET(death_test_style, "fast");
  EXPECT_EXIT(measure_while_links_move(), testing::ExitedWithCode(0), "");
}

TEST(FolderUses, AThousandFoldersInEachOtherAreRemoved) {
  auto folder = std::move(*program::TemporaryFolder::make());
  const fs::path top = folder.path() / "top";
  fs::create_directory(top);
  FileHandle at(::open(top.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::string name(200, 'd');
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(::mkdirat(at.get(), name.c_str(), 0700), 0);
    at = FileHandle(::openat(at.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  at.reset();
  EXPECT_TRUE(program::use_of(top).is_too_deep);
  program::remove_folder(top);
  EXPECT_FALSE(fs::exists(top));
}

TEST(TemporaryFolders, N20OfADeadProcessAreRemovedByTheNext) {
  const fs::path base = fs::temp_directory_path() / ("sweep_" + std::to_string(::getpid()));
  fs::create_directories(base);
  const std::string before = environment("TMPDIR");
  ::setenv("TMPDIR", base.c_str(), 1);
  const fs::path dead = base / "bankloom-dead00", young = base / "bankloom-young0";
  // The user's own.
  const std::vector<fs::path> others{base / "bankloom-master", base / "bankloom-0.1.0", base / "bankloom-mine00"};
  fs::create_directories(dead / "work");
  fs::create_directories(young / "work");
  for (const fs::path& other : others) fs::create_directories(other / "app");
  fs::permissions(dead, fs::perms::owner_all);
  fs::permissions(others.back(), fs::perms::owner_all);
  for (const auto& folder : fs::directory_iterator(base)) {
    if (folder.path() != young)
      fs::last_write_time(folder.path(), fs::file_time_type::clock::now() - std::chrono::hours(1));
  }
  program::sweep_temporary_folders();
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_TRUE(fs::exists(young)) << "it may be in the making";
  for (const fs::path& other : others) EXPECT_TRUE(fs::exists(other / "app")) << other;
  if (before.empty()) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", before.c_str(), 1);
  }
  fs::remove_all(base);
}

}  // namespace
}  // namespace bankloom::test
