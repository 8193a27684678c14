#include "ui/window_input.h"

#if __has_include(<backends/imgui_impl_glfw.h>)
#include <backends/imgui_impl_glfw.h>
#else
#include <imgui_impl_glfw.h>
#endif

#include <cfloat>
#include <optional>
#include <utility>

#include "gfx/gl.h"

// After gl.h: otherwise GLFW would include its own OpenGL header.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace bankloom::ui {
namespace {

std::optional<Key> key_of(int key, int scancode) {
  static constexpr std::pair<int, Key> kKeys[] = {
      {GLFW_KEY_F1, Key::f1},           {GLFW_KEY_F3, Key::f3},
      {GLFW_KEY_F4, Key::f4},           {GLFW_KEY_F5, Key::f5},
      {GLFW_KEY_F6, Key::f6},           {GLFW_KEY_F7, Key::f7},
      {GLFW_KEY_F8, Key::f8},           {GLFW_KEY_F9, Key::f9},
      {GLFW_KEY_F10, Key::f10},         {GLFW_KEY_F11, Key::f11},
      {GLFW_KEY_F12, Key::f12},         {GLFW_KEY_TAB, Key::tab},
      {GLFW_KEY_ENTER, Key::enter},     {GLFW_KEY_KP_ENTER, Key::enter},
      {GLFW_KEY_SPACE, Key::space},     {GLFW_KEY_LEFT, Key::left},
      {GLFW_KEY_RIGHT, Key::right},     {GLFW_KEY_UP, Key::up},
      {GLFW_KEY_DOWN, Key::down},       {GLFW_KEY_ESCAPE, Key::escape},
      {GLFW_KEY_PAGE_UP, Key::page_up}, {GLFW_KEY_PAGE_DOWN, Key::page_down}};
  // Letters in the keyboard's layout.
  static constexpr std::pair<char, Key> kLetters[] = {
      {'.', Key::period}, {'b', Key::b}, {'c', Key::c}, {'d', Key::d}, {'e', Key::e}, {'f', Key::f},
      {'g', Key::g},      {'h', Key::h}, {'l', Key::l}, {'o', Key::o}, {'p', Key::p}, {'r', Key::r},
      {'s', Key::s},      {'t', Key::t}, {'v', Key::v}, {'y', Key::y}, {'z', Key::z}};
  for (const auto& [code, found] : kKeys) {
    if (code == key) return found;
  }
  if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return digit_key(key - GLFW_KEY_KP_0);
  const char* name = glfwGetKeyName(key, scancode);
  if (name != nullptr && name[0] >= '0' && name[0] <= '9' && name[1] == '\0') return digit_key(name[0] - '0');
  for (const auto& [letter, found] : kLetters) {
    if (name != nullptr && name[0] == letter && name[1] == '\0') return found;
  }
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<WindowInput>> WindowInput::create(gfx::Window& window, Ui& ui,
                                                         std::function<void(bool is_exposed)> happened) {
  ImGui::SetCurrentContext(ui.context());
  if (!ImGui_ImplGlfw_InitForOpenGL(window.handle(), false)) return fail("Dear ImGui cannot use the window");
  std::unique_ptr<WindowInput> input(new WindowInput(window, ui, std::move(happened)));
  input->install_callbacks();
  return input;
}

WindowInput::~WindowInput() {
  ImGui::SetCurrentContext(ui_.context());
  ImGui_ImplGlfw_Shutdown();
}

float WindowInput::ratio() const {
  const gfx::PixelSize units = window_.size(), pixels = window_.framebuffer_size();
  return units.width > 0 ? static_cast<float>(pixels.width) / static_cast<float>(units.width) : 1;
}

void WindowInput::rest_mouse(bool rests) {
  if (mouse_rests_ == rests) return;
  mouse_rests_ = rests;
#if IMGUI_VERSION_NUM >= 18700
  double x = -FLT_MAX, y = -FLT_MAX;
  if (!rests) glfwGetCursorPos(window_.handle(), &x, &y);
  ImGui_ImplGlfw_CursorPosCallback(window_.handle(), rests ? x : x * ratio(), rests ? y : y * ratio());
#endif
}

void WindowInput::install_callbacks() {
  // Dear ImGui gets everything first. gfx::Window's own callback (dropped files) stays.
  GLFWwindow* handle = window_.handle();
  static WindowInput* self = nullptr;
  self = this;
  static const auto happened = [] { self->happened_(false); };
  static const auto exposed = [] { self->happened_(true); };
  glfwSetWindowFocusCallback(handle, [](GLFWwindow* window, int focused) {
    ImGui_ImplGlfw_WindowFocusCallback(window, focused);
    happened();
  });
  glfwSetCursorEnterCallback(handle, [](GLFWwindow* window, int entered) {
    ImGui_ImplGlfw_CursorEnterCallback(window, entered);
    happened();
  });
  glfwSetCursorPosCallback(handle, [](GLFWwindow* window, double x, double y) {
    self->mouse_rests_ = false;
#if IMGUI_VERSION_NUM >= 18700
    ImGui_ImplGlfw_CursorPosCallback(window, x * self->ratio(), y * self->ratio());
#else
    static_cast<void>(window);
    static_cast<void>(x);
    static_cast<void>(y);
#endif
    happened();
  });
  glfwSetMouseButtonCallback(handle, [](GLFWwindow* window, int button, int action, int modifiers) {
    self->rest_mouse(false);
    ImGui_ImplGlfw_MouseButtonCallback(window, button, action, modifiers);
    happened();
  });
  glfwSetScrollCallback(handle, [](GLFWwindow* window, double x, double y) {
    self->rest_mouse(false);
    ImGui_ImplGlfw_ScrollCallback(window, x, y);
    happened();
  });
  glfwSetKeyCallback(handle, [](GLFWwindow*, int key, int scancode, int action, int modifiers) {
    happened();
    self->on_key(key, scancode, action, modifiers);
  });
  glfwSetCharCallback(handle, [](GLFWwindow* window, unsigned letter) {
    ImGui_ImplGlfw_CharCallback(window, letter);
    // By their characters, since these keys are elsewhere on every keyboard.
    if (letter == '+') self->ui_.press({Key::plus});
    if (letter == '-') self->ui_.press({Key::minus});
    happened();
  });
  glfwSetFramebufferSizeCallback(handle, [](GLFWwindow*, int, int) { exposed(); });
  glfwSetWindowContentScaleCallback(handle, [](GLFWwindow*, float, float) { happened(); });
  glfwSetWindowRefreshCallback(handle, [](GLFWwindow*) { exposed(); });
}

void WindowInput::on_key(int key, int scancode, int action, int modifiers) {
  const bool control = (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
  // The window's own: Dear ImGui's Tab visits text fields only.
  const bool is_withheld = key == GLFW_KEY_TAB;
#if IMGUI_VERSION_NUM < 18700
  // This Dear ImGui looks at the state of keys at the start of a frame and would miss a key pressed and released
  // between two frames. Its release is reported after the next frame.
  if (action == GLFW_PRESS && !is_withheld) has_pressed_ = true;
  // So is any release in the meantime: a Ctrl pressed before must still be down with the key.
  if (action == GLFW_RELEASE && has_pressed_) {
    released_.push_back({key, scancode, modifiers});
    return;
  }
#endif
  if (action == GLFW_RELEASE || !is_withheld) {
    ImGui_ImplGlfw_KeyCallback(window_.handle(), key, scancode, action, modifiers);
  }
  if (action == GLFW_RELEASE) return;
  const auto pressed = key_of(key, scancode);
  if (!pressed) return;
  // Not while a button is held: what is dragged goes on.
  if (!control && !ImGui::IsAnyMouseDown()) rest_mouse(true);
  ui_.press({*pressed, (modifiers & GLFW_MOD_SHIFT) != 0, control, (modifiers & GLFW_MOD_ALT) != 0});
}

void WindowInput::begin_frame() {
  ImGui_ImplGlfw_NewFrame();
#if IMGUI_VERSION_NUM < 18700
  // The backend measures the mouse in the window's units, and anew in each frame.
  ImGuiIO& io = ImGui::GetIO();
  if (mouse_rests_) {
    io.MousePos = {-FLT_MAX, -FLT_MAX};
  } else if (io.MousePos.x > -FLT_MAX) {
    io.MousePos = {io.MousePos.x * ratio(), io.MousePos.y * ratio()};
  }
#endif
}

bool WindowInput::end_frame() {
  has_pressed_ = false;
  const bool follows = !released_.empty();
  for (const Release& release : std::exchange(released_, {})) {
    ImGui_ImplGlfw_KeyCallback(window_.handle(), release.key, release.scancode, GLFW_RELEASE, release.modifiers);
  }
  return follows;
}

}  // namespace bankloom::ui
