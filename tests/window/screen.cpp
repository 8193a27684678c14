#include "screen.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace bankloom::test {
namespace {

using namespace std::chrono_literals;

std::string output_of(const std::string& command) {
  std::string output;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  std::array<char, 4096> buffer{};
  for (std::size_t count = 0; (count = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    output.append(buffer.data(), count);
  }
  ::pclose(pipe);
  while (!output.empty() && output.back() == '\n') output.pop_back();
  return output;
}

/// Starts a program with its streams in files, or at /dev/null where no name is given.
pid_t start(const std::vector<std::string>& words, const std::string& out, const std::string& err,
            const std::vector<std::pair<std::string, std::string>>& environment, int kept_stream = -1) {
  std::vector<std::string> copies = words;
  std::vector<char*> argv;
  for (auto& word : copies) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::setenv("LANGUAGE", "en", 1);
  for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
  ::unsetenv("WAYLAND_DISPLAY");
  const auto redirect = [](const std::string& path, int flags, int stream) {
    const int file = ::open(path.empty() ? "/dev/null" : path.c_str(), flags, 0600);
    if (file < 0 || ::dup2(file, stream) < 0) ::_exit(126);
  };
  redirect("", O_RDONLY, STDIN_FILENO);
  if (kept_stream != STDOUT_FILENO) redirect(out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect(err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  ::execvp(argv[0], argv.data());
  ::_exit(127);
}

/// The window that what is on the clipboard comes from; None where there is none.
Window clipboard_owner(const std::string& display) {
  ::Display* connection = XOpenDisplay(display.c_str());
  if (connection == nullptr) return None;
  const Window owner = XGetSelectionOwner(connection, XInternAtom(connection, "CLIPBOARD", False));
  XCloseDisplay(connection);
  return owner;
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// What a window manager sends when its close button is pressed.
void ask_to_close(const std::string& display, const std::string& window) {
  ::Display* connection = XOpenDisplay(display.c_str());
  if (connection == nullptr) return;
  XEvent event{};
  event.xclient.type = ClientMessage;
  event.xclient.window = std::stoul(window);
  event.xclient.message_type = XInternAtom(connection, "WM_PROTOCOLS", False);
  event.xclient.format = 32;
  event.xclient.data.l[0] = static_cast<long>(XInternAtom(connection, "WM_DELETE_WINDOW", False));
  XSendEvent(connection, event.xclient.window, False, NoEventMask, &event);
  XCloseDisplay(connection);
}

}  // namespace

void sleep_for(std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }

const std::string& missing_screen() {
  static const std::string missing = [] {
    std::string names;
    for (const char* name : {"Xvfb", "xdotool", "xclip"}) {
      if (output_of(std::string("command -v ") + name).empty()) names += std::string(names.empty() ? "" : ", ") + name;
    }
    return names.empty() ? names : "not installed on this machine: " + names;
  }();
  return missing;
}

Screen::Screen(unsigned width, unsigned height, unsigned dots) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return;
  const std::string number = std::to_string(ends[1]);
  server_ = start({"Xvfb", "-displayfd", number, "-screen", "0",
                   std::to_string(width) + "x" + std::to_string(height) + "x24", "-nolisten", "tcp", "-noreset"},
                  "", "", {});
  ::close(ends[1]);
  // The server writes its display's number once it takes connections.
  std::string digits;
  for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) digits += c;
  ::close(ends[0]);
  if (!digits.empty()) display_ = ":" + digits;
  ::Display* connection = dots == 96 ? nullptr : XOpenDisplay(display_.c_str());
  if (connection == nullptr) return;
  const std::string resources = "Xft.dpi:\t" + std::to_string(dots) + "\n";
  XChangeProperty(connection, DefaultRootWindow(connection), XA_RESOURCE_MANAGER, XA_STRING, 8, PropModeReplace,
                  reinterpret_cast<const unsigned char*>(resources.data()), static_cast<int>(resources.size()));
  XCloseDisplay(connection);
}

Screen::~Screen() {
  if (server_ <= 0) return;
  ::kill(server_, SIGTERM);
  ::waitpid(server_, nullptr, 0);
}

Program::Program(const Screen& screen, const std::vector<std::string>& arguments, const std::filesystem::path& folder)
    : display_(screen.display()), folder_(folder) {
  std::vector<std::string> words{BANKLOOM_EXECUTABLE};
  words.insert(words.end(), arguments.begin(), arguments.end());
  child_ = start(words, folder_ / "out", folder_ / "err",
                 {{"DISPLAY", display_},
                  {"XDG_CONFIG_HOME", folder_ / "config"},
                  {"XDG_STATE_HOME", folder_ / "state"},
                  {"XDG_PICTURES_DIR", folder_},
                  {"HOME", folder_},
                  {"LIBGL_ALWAYS_SOFTWARE", "1"},
                  // The display's driver (GLX) leaves memory behind in libraries that it unloads, so a leak's place is
                  // not to be known. Leaks of our own are looked for in the same code off screen: tests/gfx, tests/ui.
                  {"ASAN_OPTIONS", "detect_leaks=0"}});
}

Program::~Program() {
  if (status_ || child_ <= 0) return;
  ::kill(child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
}

std::string Program::tool(const std::string& command) const {
  return output_of("DISPLAY=" + display_ + " timeout 20 " + command + " 2>/dev/null");
}

bool Program::runs() {
  if (status_) return false;
  int status = 0;
  if (::waitpid(child_, &status, WNOHANG) == 0) return true;
  status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return false;
}

bool Program::appears() {
  const bool there = becomes_true(
      [&] {
        if (!runs()) return true;
        const std::string found = tool("xdotool search --onlyvisible --name bankloom");
        window_ = found.substr(0, found.find('\n'));
        return !window_.empty();
      },
      20s);
  if (!there || window_.empty()) return false;
  tool("xdotool windowfocus " + window_);
  // The title names the kernel once the first scene is shown.
  return becomes_true([&] { return !title().starts_with("bankloom"); });
}

std::string Program::title() { return tool("xdotool getwindowname " + window_); }

std::string Program::screen_digest() {
  ::Display* connection = XOpenDisplay(display_.c_str());
  if (connection == nullptr) return {};
  const Window window = std::stoul(window_);
  XWindowAttributes attributes{};
  XGetWindowAttributes(connection, window, &attributes);
  std::uint64_t hash = 0;
  XImage* image = XGetImage(connection, window, 0, 0, static_cast<unsigned>(attributes.width),
                            static_cast<unsigned>(attributes.height), AllPlanes, ZPixmap);
  if (image != nullptr) {
    for (int y = 0; y < image->height; ++y) {
      for (int x = 0; x < image->width; ++x) hash = (hash ^ XGetPixel(image, x, y)) * 1099511628211u;
    }
    XDestroyImage(image);
  }
  XCloseDisplay(connection);
  return std::to_string(hash);
}

void Program::expose() {
  ::Display* connection = XOpenDisplay(display_.c_str());
  if (connection == nullptr) return;
  XClearArea(connection, std::stoul(window_), 0, 0, 0, 0, True);
  XCloseDisplay(connection);
  sleep_for(300ms);
}

void Program::press(const std::string& keys) {
  tool("xdotool key --delay 30 " + keys);
  // Two frames: one that takes the key, one that shows what it did.
  sleep_for(60ms);
}

void Program::point_at(float x, float y) {
  tool("xdotool mousemove --window " + window_ + " " + std::to_string(std::lround(x)) + " " +
       std::to_string(std::lround(y)));
  sleep_for(60ms);
}

void Program::click(float x, float y) {
  point_at(x, y);
  // Held for longer than a frame, as a hand does.
  tool("xdotool mousedown 1 sleep 0.05 mouseup 1");
  sleep_for(80ms);
}

void Program::drag(float x, float y, float to_x, float to_y) {
  point_at(x, y);
  tool("xdotool mousedown 1");
  sleep_for(80ms);
  point_at((x + to_x) / 2, (y + to_y) / 2);
  point_at(to_x, to_y);
  tool("xdotool mouseup 1");
  sleep_for(80ms);
}

std::pair<int, int> Program::size() {
  ::Display* connection = XOpenDisplay(display_.c_str());
  if (connection == nullptr) return {};
  XWindowAttributes attributes{};
  XGetWindowAttributes(connection, std::stoul(window_), &attributes);
  XCloseDisplay(connection);
  return {attributes.width, attributes.height};
}

void Program::turn_wheel(float x, float y, int clicks) {
  point_at(x, y);
  tool("xdotool click --repeat " + std::to_string(std::abs(clicks)) + " --delay 40 " + (clicks > 0 ? "4" : "5"));
  sleep_for(60ms);
}

void Program::put_on_clipboard(const std::string& text) {
  has_clipboard_ = false;
  const Window before = clipboard_owner(display_);
  tool("bash -c " + quoted("printf %s " + quoted(text) + " | xclip -selection clipboard -i >/dev/null"));
  // xclip goes into the background before the server has heard of it.
  becomes_true([&] { return clipboard_owner(display_) != before; });
}

std::string Program::scene() { return copied("ctrl+c"); }

std::string Program::copied(const std::string& keys, const std::string& form) {
  // What a test put there may still wait to be pasted: it stays until the program takes the clipboard over.
  if (has_clipboard_) put_on_clipboard("nothing yet");
  const Window before = clipboard_owner(display_);
  press(keys);
  has_clipboard_ = becomes_true([&] { return clipboard_owner(display_) != before; });
  return has_clipboard_ ? tool("xclip -selection clipboard -o -t " + form) : "";
}

std::string Program::clipboard(const Screen& screen, const std::string& form) {
  return output_of("DISPLAY=" + screen.display() + " timeout 20 xclip -selection clipboard -o -t " + form);
}

int Program::close() {
  if (!runs()) return status_.value_or(-1);
  ask_to_close(display_, window_);
  if (!becomes_true([&] { return !runs(); }, 10s)) return -1;
  return status_.value_or(-1);
}

int Program::terminate() {
  ::kill(child_, SIGTERM);
  if (!becomes_true([&] { return !runs(); }, 10s)) return -1;
  return status_.value_or(-1);
}

double Program::processor_seconds() const {
  std::ifstream file("/proc/" + std::to_string(child_) + "/stat");
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  // Fields 14 and 15, counted from the state behind the name in parentheses, which is the third.
  std::size_t at = text.rfind(')');
  if (at == std::string::npos) return 0;
  long user = 0;
  long system = 0;
  std::sscanf(text.c_str() + at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system);
  return static_cast<double>(user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::string Program::errors() const {
  std::ifstream file(folder_ / "err");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace bankloom::test
