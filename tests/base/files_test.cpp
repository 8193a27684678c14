// Files: what is written is there whole or not at all, whatever is in the way; what cannot be read says so.
#include "core/base/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "scratch_folder.h"

namespace bankloom {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  [[nodiscard]] std::string written_over(const fs::path& file, std::string_view content) const {
    const auto written = write_file(file, content);
    return written ? "no problem" : written.error().message;
  }
  [[nodiscard]] long names() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }
  [[nodiscard]] static mode_t mode_of(const fs::path& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
  }
  test::ScratchFolder scratch_;
  const fs::path& folder_ = scratch_.path();
  const fs::path file_ = folder_ / "a.txt";
};

/// No file may become longer than `bytes` in this scope: writing fails as on a full disk.
class Full {
 public:
  explicit Full(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~Full() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    static_cast<void>(std::signal(SIGXFSZ, handler_));
  }
  Full(const Full&) = delete;
  Full& operator=(const Full&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

TEST_F(Files, WhatFailsInTheMiddleLeavesTheOldFileWholeAndNothingBesideIt) {
  const std::string old(3000, 'o'), longer(200'000, 'n');
  scratch_.write("a.txt", old);
  {
    const Full full(100'000);
    EXPECT_NE(written_over(file_, longer).find("cannot be written"), std::string::npos);
    EXPECT_NE(written_over(folder_ / "new.txt", longer).find("cannot be written"), std::string::npos);
  }
  EXPECT_EQ(read_file(file_), old);
  EXPECT_EQ(names(), 1) << "the half-written file is left";
  EXPECT_EQ(written_over(file_, longer), "no problem");
  EXPECT_EQ(read_file(file_), longer);
  EXPECT_EQ(names(), 1);
}

TEST_F(Files, ANameThatCannotBeTakenLeavesNothing) {
  EXPECT_NE(written_over(folder_ / std::string(300, 'x'), "text").find("cannot be written"), std::string::npos);
  EXPECT_EQ(names(), 0);
}

TEST_F(Files, AReaderSeesTheOldOrTheNewOne) {
  const std::string contents[] = {std::string(70'000, 'a'), std::string(130'000, 'b')};
  ASSERT_EQ(written_over(file_, contents[0]), "no problem");
  std::jthread writer([&](const std::stop_token& stop) {
    for (unsigned turn = 1; !stop.stop_requested(); ++turn) static_cast<void>(write_file(file_, contents[turn % 2]));
  });
  for (int i = 0; i < 300; ++i) {
    const auto seen = read_file(file_);
    ASSERT_TRUE(seen && (*seen == contents[0] || *seen == contents[1])) << seen->size();
  }
}

TEST_F(Files, WritersDoNotMeet) {
  std::vector<std::jthread> writers;
  for (char c = 'a'; c < 'e'; ++c) {
    writers.emplace_back([&, c] {
      for (int i = 0; i < 20; ++i) EXPECT_EQ(written_over(file_, std::string(50'000, c)), "no problem");
    });
  }
  writers.clear();
  const auto last = read_file(file_);
  ASSERT_TRUE(last);
  EXPECT_EQ(*last, std::string(50'000, last->front()));
  EXPECT_EQ(names(), 1);
}

TEST_F(Files, TheModeStaysAndANewFileHasWhatTheMaskAllows) {
  scratch_.write("a.txt", "old");
  ASSERT_EQ(::chmod(file_.c_str(), 0640), 0);
  const mode_t mask = ::umask(0027);
  EXPECT_EQ(written_over(file_, "new"), "no problem");
  EXPECT_EQ(written_over(folder_ / "b.txt", "new"), "no problem");
  ::umask(mask);
  EXPECT_EQ(mode_of(file_), 0640U);
  EXPECT_EQ(mode_of(folder_ / "b.txt"), 0640U) << "0666 without 0027";
  ASSERT_EQ(::chmod(file_.c_str(), 0755), 0);
  EXPECT_EQ(written_over(file_, "newer"), "no problem");
  EXPECT_EQ(mode_of(file_), 0755U);
}

TEST_F(Files, ALinkStaysALink) {
  fs::create_directory(folder_ / "below");
  scratch_.write("below/a.txt", "old");
  fs::create_symlink("below/a.txt", folder_ / "link");
  EXPECT_EQ(written_over(folder_ / "link", "new"), "no problem");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(read_file(folder_ / "below" / "a.txt"), "new");
}

TEST_F(Files, ADeviceIsWrittenAndNotReplaced) {
  // Behind a link, so that a defect takes the link away and not the device.
  fs::create_symlink("/dev/null", folder_ / "null");
  EXPECT_EQ(written_over(folder_ / "null", "text"), "no problem");
  EXPECT_TRUE(fs::is_character_file(folder_ / "null"));
  fs::create_symlink("/dev/full", folder_ / "full");
  EXPECT_NE(written_over(folder_ / "full", "text").find("cannot be written"), std::string::npos);
  EXPECT_TRUE(fs::is_character_file(folder_ / "full"));
}

TEST_F(Files, APipeIsWrittenByTheNameOfItsDescriptor) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  // As /dev/stdout: a link that names no path.
  const std::string name = "/proc/self/fd/" + std::to_string(ends[1]);
  EXPECT_EQ(written_over(name, "film"), "no problem");
  std::array<char, 8> read{};
  EXPECT_EQ(::read(ends[0], read.data(), read.size()), 4);
  EXPECT_EQ(std::string(read.data()), "film");
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_F(Files, WhatCannotBeWrittenIsNamed) {
  EXPECT_EQ(written_over(folder_, "x"), "'" + folder_.string() + "' is a folder; give the name of a file in it");
  EXPECT_EQ(written_over(folder_ / "no" / "a.txt", "x"), "there is no folder '" + (folder_ / "no").string() + "'");
  EXPECT_NE(written_over("", "x").find("name of a file is missing"), std::string::npos);
  // The superuser may write everything.
  if (::geteuid() != 0) {
    scratch_.write("a.txt", "old");
    ASSERT_EQ(::chmod(file_.c_str(), 0400), 0);
    EXPECT_NE(written_over(file_, "x").find("may not be written"), std::string::npos);
    EXPECT_EQ(read_file(file_), "old");
  }
}

TEST_F(Files, APipeThatTheProcessWasStartedWithIsRead) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const FileHandle from(ends[0]);
  FileHandle to(ends[1]);
  std::thread writer([&] {
    ::usleep(20'000);
    EXPECT_EQ(::write(to.get(), "text", 4), 4);
    to.reset();
  });
  EXPECT_EQ(read_file("/dev/fd/" + std::to_string(from.get())), "text");
  writer.join();
}

TEST_F(Files, WhatCannotBeReadIsNamed) {
  const auto problem = [](const fs::path& file, std::size_t most = 8192) {
    const auto content = read_file(file, most);
    return content ? std::to_string(content->size()) : content.error().message;
  };
  EXPECT_EQ(problem(file_), "there is no file '" + file_.string() + "'");
  EXPECT_EQ(problem(file_ / "below"), "there is no file '" + (file_ / "below").string() + "'");
  EXPECT_EQ(problem(folder_), "'" + folder_.string() + "' is a folder, not a file");
  for (const std::size_t size : {0U, 1U, 4095U, 4096U, 4097U, 8192U}) {
    scratch_.write("a.txt", std::string(size, 'x'));
    EXPECT_EQ(problem(file_), std::to_string(size));
  }
  scratch_.write("a.txt", std::string(8193, 'x'));
  EXPECT_EQ(problem(file_), "'" + file_.string() + "' is larger than 8 KiB");
  EXPECT_EQ(problem("/dev/zero"), "'/dev/zero' is not a file but a pipe or a device");
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(problem(pipe), "'" + pipe.string() + "' is not a file but a pipe or a device");
  EXPECT_GT(read_file("/proc/self/maps").value_or("").size(), 1000u) << "a file whose size the system does not tell";
}

TEST_F(Files, OfAFolderInOrderAndWithoutHiddenOnes) {
  for (const char* name : {"b.json", "a.json", ".c.json", "d.jsonl", "e.txt"}) scratch_.write(name, "");
  EXPECT_EQ(files_in(folder_, ".json"), (std::vector<fs::path>{folder_ / "a.json", folder_ / "b.json"}));
  EXPECT_EQ(files_in(folder_, "")->size(), 4u);
  EXPECT_NE(files_in(file_, ".json").error().message.find("cannot be read"), std::string::npos);
}

TEST(UserFolders, AreTheVariablesOrBelowHome) {
  const std::string home = environment("HOME"), config = environment("XDG_CONFIG_HOME");
  ::setenv("HOME", "/somebody", 1);
  ::unsetenv("XDG_CONFIG_HOME");
  EXPECT_EQ(user_folder(UserFolder::config), "/somebody/.config");
  ::setenv("XDG_CONFIG_HOME", "relative", 1);
  EXPECT_EQ(user_folder(UserFolder::config), "/somebody/.config");
  ::setenv("XDG_CONFIG_HOME", "/elsewhere", 1);
  EXPECT_EQ(user_folder(UserFolder::config), "/elsewhere");
  EXPECT_EQ(user_folder(UserFolder::home).string(), "/somebody");
  ::setenv("HOME", "nowhere", 1);
  EXPECT_EQ(user_folder(UserFolder::home), "");
  ::setenv("HOME", home.c_str(), 1);
  config.empty() ? ::unsetenv("XDG_CONFIG_HOME") : ::setenv("XDG_CONFIG_HOME", config.c_str(), 1);
}

}  // namespace
}  // namespace bankloom
