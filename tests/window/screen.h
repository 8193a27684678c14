// A screen without a person: an X server in memory, the program on it, and hands: keys, clicks, the clipboard.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bankloom::test {

/// Why there can be no screen on this machine (Xvfb, xdotool or xclip are missing); empty where there can.
[[nodiscard]] const std::string& missing_screen();

/// An X server of its own, gone at the end.
class Screen {
 public:
  /// `dots`: per inch, as the desktop tells programs; 96 is a scale of 1.
  Screen(unsigned width, unsigned height, unsigned dots = 96);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;
  [[nodiscard]] const std::string& display() const { return display_; }  ///< ":7"; empty where it did not start

 private:
  pid_t server_ = -1;
  std::string display_;
};

/// The real program with its window on a screen, with a configuration folder of the test's.
class Program {
 public:
  Program(const Screen& screen, const std::vector<std::string>& arguments, const std::filesystem::path& folder);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Waits until the window is there and has drawn; false where it did not come.
  [[nodiscard]] bool appears();
  /// Keys as xdotool names them: "p", "shift+p", "ctrl+c", "F12".
  void press(const std::string& keys);
  void click(float x, float y);
  void point_at(float x, float y);
  void drag(float x, float y, float to_x, float to_y);
  void turn_wheel(float x, float y, int clicks);
  [[nodiscard]] std::string title();
  /// Width and height of the window, in pixels.
  [[nodiscard]] std::pair<int, int> size();
  /// A digest of the pixels that the window shows.
  [[nodiscard]] std::string screen_digest();
  /// Takes the window's pixels away, as a window that was in front of it does, and waits until they are drawn anew.
  void expose();
  /// The scene that the program copies to the clipboard when asked to.
  [[nodiscard]] std::string scene();
  void put_on_clipboard(const std::string& text);
  /// What these keys copy, in a form of the clipboard such as "image/png"; empty where they copy nothing.
  [[nodiscard]] std::string copied(const std::string& keys, const std::string& form = "UTF8_STRING");
  /// What the clipboard of a screen holds, whoever it is from.
  [[nodiscard]] static std::string clipboard(const Screen& screen, const std::string& form);
  /// Closes the window as a window manager does; the exit status, or -1 where it did not end in time.
  [[nodiscard]] int close();
  /// Sends SIGTERM; the exit status, or -1 where it did not end in time.
  [[nodiscard]] int terminate();
  [[nodiscard]] bool runs();
  /// Seconds of processor time used so far.
  [[nodiscard]] double processor_seconds() const;
  [[nodiscard]] std::string errors() const;  ///< what it wrote to standard error

 private:
  std::string tool(const std::string& command) const;

  std::string display_;
  std::filesystem::path folder_;
  pid_t child_ = -1;
  std::string window_;
  bool has_clipboard_ = false;  ///< what is on the clipboard was copied by the program
  std::optional<int> status_;
};

/// Whether `holds` becomes true within a time; looks every 20 ms.
template <class Condition>
bool becomes_true(Condition holds, std::chrono::milliseconds limit = std::chrono::seconds(10));

void sleep_for(std::chrono::milliseconds time);

template <class Condition>
bool becomes_true(Condition holds, std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

}  // namespace bankloom::test
