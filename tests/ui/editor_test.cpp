// The editor in the window: what is typed is compiled, drawn, kept; what is wrong stands at its line.

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include "ui/editor/recent_files.h"
#include "ui/keys.h"
#include "ui/widgets/widgets.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;
using ui::Key;

constexpr const char* kScale = R"(// launch: scale<<<1, 32>>>(out)
__global__ void scale(float *out)
{
    __shared__ float tile[32][32];
    for (int row = 0; row < 32; ++row) tile[row][threadIdx.x] = 1.0f;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x][0];
}
)";

class EditorTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  void SetUp() override {
    UiTest::SetUp();
    if (IsSkipped()) return;
    bench().set_state_folder(folder_ / "state");
    show("bankloom square/setRowReadCol");
    frames(2);
  }
  ui::Workbench& bench() { return ui_->workbench(); }
  void press(Key key, bool control = false, bool shift = false) {
    ui_->press({key, shift, control});
    frame(0.01);
  }
  /// Opens the editor and waits until it has the keyboard.
  void open_editor() {
    press(Key::e);
    frames(3, 0.01);
    ASSERT_TRUE(bench().is_typing());
  }
  /// Types in one frame.
  void type(const char* words) {
    {
      const ui::ContextScope scope(ui_->context());
      ImGui::GetIO().AddInputCharactersUTF8(words);
    }
    frame(0.001);
#if IMGUI_VERSION_NUM >= 18700
    frame(0.001);  // events of the keyboard are spread over frames
#endif
  }
  [[nodiscard]] const std::string& typed() { return bench().document(session, Side::a)->source.text; }
  [[nodiscard]] long drafts() const {
    long count = 0;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder_ / "state" / "drafts", error)) {
      count += entry.path().extension() == ".draft" ? 1 : 0;
    }
    return count;
  }
};

TEST_F(EditorTest, TypedTextIsCompiledAfter300MsAndTheLastPictureStays) {
  const auto good = session.side(Side::a).run;
  ASSERT_NE(good, nullptr);
  open_editor();
  type("x");
  EXPECT_TRUE(typed().starts_with("xextern"));
  frame(0.1);
  frame(0.15);
  EXPECT_EQ(session.selection().own(Side::a), nullptr) << "250 ms after the key";
  frame(0.06);
  ASSERT_NE(session.selection().own(Side::a), nullptr) << "310 ms after the key";
  EXPECT_EQ(session.selection().own(Side::a)->text, typed());
  EXPECT_EQ(session.selection().own(Side::a)->base, "square/setRowReadCol");
  EXPECT_EQ(drafts(), 1) << "kept when it is compiled";
  session.finish();
  frames(2);
  EXPECT_EQ(session.side(Side::a).run, good) << "the last good picture";
  EXPECT_TRUE(shows("code", "line 1: ")) << all_of("code");
  EXPECT_TRUE(shows("code", "at line 1: ")) << all_of("code");
  EXPECT_TRUE(shows("code", "setRowReadCol •"));

  // Back to what it was: the catalogue's kernel again, no draft.
  bench().revert(session, Side::a);
  session.finish();
  frames(2);
  EXPECT_EQ(session.selection().own(Side::a), nullptr);
  EXPECT_EQ(typed(), session.kernel(Side::a)->source);
  EXPECT_FALSE(shows("code", "line 1: "));
  EXPECT_EQ(drafts(), 0);
}

TEST_F(EditorTest, KeysOfTheWindowAreSilentWhileTyping) {
  open_editor();
  for (const Key key : {Key::p, Key::c, Key::space, Key::f8, Key::right, Key::plus}) press(key);
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "0");
  EXPECT_FALSE(session.comparing());
  EXPECT_FALSE(session.player().playback().playing());
  EXPECT_EQ(view_.text_scale, 1);
  type("y");
  press(Key::escape);
  EXPECT_TRUE(typed().starts_with("yextern")) << "Esc keeps what was typed";
  EXPECT_TRUE(bench().is_open()) << "and leaves the text first";
  EXPECT_FALSE(bench().is_typing());
  frames(2, 0.01);
  EXPECT_FALSE(bench().is_typing());
  const auto step = session.player().step_index();
  press(Key::f5);
  EXPECT_EQ(session.player().step_index(), step + 1) << "keys are the window's again";
  press(Key::escape);
  EXPECT_FALSE(bench().is_open());
  frames(2, 0.01);
  EXPECT_TRUE(typed().starts_with("yextern"));
  ASSERT_NE(session.selection().own(Side::a), nullptr) << "and compiles it at once";
  press(Key::p);
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "1");
}

TEST_F(EditorTest, UndoesByWordsAndRedoes) {
  open_editor();
  const std::string before = typed();
  for (const char* letter : {"i", "n", "t", " ", "a", "b", ";"}) type(letter);
  EXPECT_EQ(typed(), "int ab;" + before);
  press(Key::z, true);
  frame(0.01);
  EXPECT_EQ(typed(), "int " + before);
  press(Key::z, true);
  frame(0.01);
  EXPECT_EQ(typed(), before);
  press(Key::z, true);
  press(Key::z, true);
  EXPECT_EQ(typed(), before) << "there is nothing more";
  press(Key::y, true);
  EXPECT_EQ(typed(), "int " + before);
  press(Key::z, true, true);
  frame(0.01);
  EXPECT_EQ(typed(), "int ab;" + before);
  type("!");
  EXPECT_TRUE(typed().starts_with("int ab;!")) << "the cursor is where it was typed last";
  // What others than the keyboard change is a step, too, also while nothing is typed.
  press(Key::escape);
  bench().put_text(session, Side::a, "// mine\n" + typed());
  frames(2, 0.01);
  press(Key::z, true);
  EXPECT_TRUE(typed().starts_with("int ab;!")) << typed().substr(0, 20);
  frame(0.4);
  session.finish();
  frames(2);
  EXPECT_EQ(session.selection().own(Side::a)->text, typed()) << "and is compiled";
}

TEST_F(EditorTest, IndentsAndTabLeavesAfterEsc) {
  ASSERT_TRUE(bench().open_file(session, Side::a, write("empty.cu", "")));
  session.finish();
  frames(3, 0.01);
  ASSERT_TRUE(bench().is_typing());
  const auto type_all = [&](const std::vector<const char*>& words) {
    for (const char* one : words) type(one);
  };
  type_all({"f", "{", "\n", "a", ";", "\n", "}"});
  EXPECT_EQ(typed(), "f{\n    a;\n}");
  press(Key::z, true);
  press(Key::z, true);
  frame(0.01);
  EXPECT_EQ(typed(), "f{\n    a;") << "where the brace stands is a step, its line another";
  type("\n");
  press(Key::tab);
  EXPECT_EQ(typed(), "f{\n    a;\n        ");
  press(Key::tab, false, true);
  EXPECT_EQ(typed(), "f{\n    a;\n    ");
  EXPECT_TRUE(bench().is_typing()) << "Tab is the text's";
  press(Key::escape);
  EXPECT_FALSE(bench().is_typing());
  EXPECT_EQ(ui_->focus().stop(), nullptr);
  press(Key::tab);
  frames(2, 0.01);
  ASSERT_NE(ui_->focus().stop(), nullptr) << "Tab goes on from it";
  EXPECT_FALSE(bench().is_typing());
  EXPECT_EQ(typed(), "f{\n    a;\n    ");
}

TEST_F(EditorTest, FindsWords) {
  open_editor();
  press(Key::f, true);
  frames(2, 0.01);
  EXPECT_TRUE(bench().search.has_keyboard);
  EXPECT_FALSE(bench().is_typing());
  for (const char* letter : {"T", "i", "l", "e"}) type(letter);
  frame(0.01);
  const std::string& text = typed();
  std::vector<std::size_t> places;
  for (std::size_t at = text.find("tile"); at != std::string::npos; at = text.find("tile", at + 1))
    places.push_back(at);
  ASSERT_GT(places.size(), 1u) << text;
  EXPECT_TRUE(shows("code", fmt::format("1 of {}", places.size()))) << all_of("code");
  EXPECT_TRUE(shows("code", "found, present"));
  press(Key::g, true);
  frame(0.01);
  EXPECT_TRUE(shows("code", fmt::format("2 of {}", places.size()))) << all_of("code");
  EXPECT_EQ(bench().search.at, places[1]);
  press(Key::g, true, true);
  press(Key::g, true, true);
  frame(0.01);
  EXPECT_EQ(bench().search.at, places.back()) << "from the other end again";
  // The window's keys are letters here.
  type("c");
  press(Key::c);
  frame(0.01);
  EXPECT_FALSE(session.comparing());
  EXPECT_TRUE(shows("code", "not found")) << all_of("code");
  EXPECT_EQ(typed().find("Tile"), std::string::npos) << "nothing was typed at the text";
  bench().search.words = "tile";
  press(Key::escape);
  frames(2, 0.01);
  EXPECT_FALSE(bench().search.is_open);
  EXPECT_TRUE(bench().is_open());
  EXPECT_TRUE(bench().is_typing()) << "the text has the keyboard again";
  EXPECT_EQ(bench().field.selection.begin(), places.back());
  EXPECT_EQ(bench().field.selection.end(), places.back() + 4);
  type("x");
  EXPECT_EQ(typed()[places.back()], 'x') << "what was found is selected";
}

TEST_F(EditorTest, AFileIsOpenedChangedAndSaved) {
  const fs::path file = write("scale.cu", kScale);
  ASSERT_TRUE(bench().open_file(session, Side::a, file));
  session.finish();
  frames(3);
  ASSERT_NE(session.runs().own_kernel(Side::a), nullptr)
      << (session.runs().side(Side::a).failure ? session.runs().side(Side::a).failure->message : "no failure");
  ASSERT_NE(session.side(Side::a).run, nullptr);
  EXPECT_TRUE(shows("code", "scale")) << all_of("code");
  EXPECT_EQ(ui::recent_files(folder_ / "state"), std::vector<fs::path>{file});
  EXPECT_FALSE(bench().document(session, Side::a)->is_unsaved());
  frames(2, 0.01);
  type("// mine\n");
  EXPECT_TRUE(bench().document(session, Side::a)->is_unsaved());
  press(Key::s, true);
  EXPECT_FALSE(bench().document(session, Side::a)->is_unsaved());
  std::ifstream stream(file);
  const std::string saved{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_EQ(saved, std::string("// mine\n") + kScale);
  EXPECT_EQ(drafts(), 0);
  // What somebody else wrote meanwhile is not written over unasked.
  write("scale.cu", "// another's");
  EXPECT_EQ(ui::save_question(*bench().document(session, Side::a)), ui::SaveQuestion::changed);
}

TEST_F(EditorTest, AChineseCharacterTakesTwoColumns) {
  ASSERT_TRUE(bench().open_file(session, Side::a, write("scale.cu", std::string("// 汉字 ab\n") + kScale)));
  session.finish();
  frames(4, 0.01);
  const auto field = find("text of scale", "code");
  ASSERT_TRUE(field);
  const float column = [&] {
    const ui::ContextScope scope(ui_->context());
    return ui::text_size(ui_->fonts().mono, "0").x;
  }();
  // Column by column, where the mouse puts the cursor.
  for (const auto& [columns, byte] : {std::pair{3, 3U}, {5, 6U}, {7, 9U}, {8, 10U}, {9, 11U}, {10, 12U}}) {
    for (const bool pressed : {true, false}) {
      point_at(field->x + 5 + column * static_cast<float>(columns), field->y + 12, pressed);
      frames(2, 0.5);
    }
    EXPECT_EQ(bench().field.selection.cursor, byte) << "at column " << columns;
  }
}

TEST_F(EditorTest, FiguresOfAFileStandUnderTheirUnit) {
  const fs::path file = write("column.cu", R"(// launch: column<<<1, 32>>>(out)
__global__ void column(int *out)
{
    __shared__ int tile[32][32];
    tile[threadIdx.x][0] = threadIdx.x;
    out[threadIdx.x] = tile[threadIdx.x][0];
}
)");
  ASSERT_TRUE(bench().open_file(session, Side::a, file));
  session.finish();
  frames(3);
  EXPECT_TRUE(shows("choice", "32 / –")) << all_of("choice");
  EXPECT_TRUE(shows("choice", "wavefronts, store / load")) << all_of("choice");
}

TEST_F(EditorTest, WhatIsSaidBelongsToTheTextThatIsShown) {
  const fs::path race = write("race.cu", R"(// launch: race<<<1, 64>>>(out)
__global__ void race(int *out)
{
    __shared__ int tile[32];
    tile[threadIdx.x % 32] = threadIdx.x;
    out[threadIdx.x] = tile[(threadIdx.x + 1) % 32];
}
)");
  const fs::path broken = write("broken.cu", "__global__ void broken(int *out) { out[0] = unknown; }\n");
  const fs::path hang = write("hang.cu", R"(// launch: hang<<<1 << 16, 64>>>(out)
__global__ void hang(int *out) { if (threadIdx.x == 0) out[0] = 1; }
)");
  ASSERT_TRUE(bench().open_file(session, Side::a, race));
  session.finish();
  frames(3);
  ASSERT_NE(session.side(Side::a).run, nullptr);
  ASSERT_FALSE(session.side(Side::a).run->faults.empty());
  EXPECT_TRUE(shows("code", "at line 5: ") || shows("code", "at line 6: ")) << all_of("code");
  // Its sentence stands once, where what happens is explained.
  frames(3);
  std::size_t said = 0;
  for (const ui::Probe::Item& item : ui_->probe().items()) {
    if (item.what.find("with no __syncthreads() between the two") != std::string::npos) ++said;
  }
  EXPECT_EQ(said, 1U) << all_of("code") << all_of("explanation");
  EXPECT_TRUE(shows("top", " fault")) << all_of("top");

  // Another file: none of the old one's faults, and the picture says whose it is.
  ASSERT_TRUE(bench().open_file(session, Side::a, hang));
  frames(2);
  EXPECT_FALSE(shows("code", "at line ")) << all_of("code");
  EXPECT_FALSE(shows("top", " fault")) << all_of("top");
  EXPECT_TRUE(shows("top", "showing race.cu, the last that worked")) << all_of("top");
  // And another one, while that one is still being made.
  ASSERT_TRUE(bench().open_file(session, Side::a, broken));
  frames(1);
  EXPECT_FALSE(shows("code", "unknown")) << "what is said while it is compiled";
  session.finish();
  frames(2);
  EXPECT_TRUE(shows("code", "at line 1: ")) << all_of("code");
  EXPECT_TRUE(shows("tile", "failed: showing race.cu, the last that worked")) << all_of("tile");
  EXPECT_FALSE(shows("top", " fault")) << all_of("top");
  ASSERT_TRUE(bench().open_file(session, Side::a, race));
  frames(2);
  EXPECT_FALSE(shows("code", "at line 1: ")) << all_of("code");
}

TEST_F(EditorTest, MessagesHaveTheirOwnLineAndNoPaths) {
  const auto all = [&] {
    session.finish();
    frames(3);
    return all_of("code");
  };
  ASSERT_TRUE(
      bench().open_file(session, Side::a, write("brace.cu", "__global__ void f(int *out)\n{\n    out[0] = 1;\n")));
  std::string words = all();
  EXPECT_TRUE(shows("code", "line 3: expected a \"}\"")) << words;
  EXPECT_TRUE(shows("code", "line 2: to match this \"{\"")) << words;
  EXPECT_EQ(words.find("#3196"), std::string::npos) << words;
  EXPECT_EQ(words.find(folder_.string()), std::string::npos) << words;
  ASSERT_TRUE(bench().open_file(session, Side::a,
                                write("name.cu", "__global__ void f(int *out)\n{\n    out[0] = wrong;\n}\n")));
  words = all();
  EXPECT_TRUE(shows("code", "line 3: identifier \"wrong\" is undefined")) << words;
  EXPECT_EQ(words.find(folder_.string()), std::string::npos) << words;
  // A line of an included file is not one of the text.
  write("part.h", "\n\n__device__ int g() { return nothing; }\n");
  ASSERT_TRUE(bench().open_file(
      session, Side::a,
      write("outer.cu", "#include \"part.h\"\n__global__ void f(int *out)\n{\n    out[0] = g();\n}\n")));
  words = all();
  EXPECT_TRUE(shows("code", "part.h, line 3: identifier \"nothing\" is undefined")) << words;
  EXPECT_FALSE(shows("code", "at line 3")) << words;
  bench().close();
  words = all();
  EXPECT_TRUE(shows("code", "part.h, line 3: identifier \"nothing\" is undefined")) << words;
  EXPECT_EQ(words.find(folder_.string()), std::string::npos) << words;
}

TEST_F(EditorTest, WhatIsTypedStaysInSightAboveItsMessages) {
  std::string text = "__global__ void f(int *out)\n{\n    out[0] = 1;\n}\n";
  for (int line = 5; line < 80; ++line) text += "// a line\n";
  ASSERT_TRUE(bench().open_file(session, Side::a, write("long.cu", text)));
  session.finish();
  frames(2);
  bench().field.go_to = ui::TextSelection{text.size(), text.size()};
  frames(4, 0.01);
  ASSERT_TRUE(bench().is_typing());
  type("wrong one; wrong two; wrong three; wrong four;");
  frames(2, 0.5);
  session.finish();
  frames(4, 0.01);
  EXPECT_TRUE(shows("code", "at line 80: ")) << all_of("code");
}

TEST_F(EditorTest, NoTooltipIsInTheWayOfWhatIsTyped) {
  open_editor();
  const auto compare = find("Compare", "top");
  ASSERT_TRUE(compare);
  const float x = compare->x + compare->width / 2, y = compare->y + compare->height / 2;
  point_at(x, y);
  frames(3, 1);
  EXPECT_FALSE(ui_->probe().tooltips().empty()) << "of the button that the mouse rests on";
  type("x");
  frames(3, 1);
  ASSERT_TRUE(bench().is_typing());
  EXPECT_TRUE(ui_->probe().tooltips().empty()) << ui_->probe().tooltips().front();
  point_at(x + 1, y);
  frames(3, 1);
  EXPECT_FALSE(ui_->probe().tooltips().empty()) << "the mouse was moved";
}

TEST_F(EditorTest, EscClosesAnOpenMenuOnly) {
  ASSERT_TRUE(bench().open_file(session, Side::a, write("scale.cu", kScale)));
  session.finish();
  frames(3);
  click("Recent", "code");
  frames(2);
  EXPECT_TRUE(shows("code", "scale.cu")) << all_of("code");
  press(Key::escape);
  frames(2);
  EXPECT_FALSE(shows("code", "scale.cu")) << all_of("code");
  EXPECT_TRUE(bench().is_open());
  // Then the text is left, if it was typed at, and then the editor.
  if (bench().is_typing()) press(Key::escape);
  press(Key::escape);
  EXPECT_FALSE(bench().is_open());
}

TEST_F(EditorTest, UnsavedTextIsOfferedAgain) {
  open_editor();
  type("z");
  frame(0.4);
  // Another kernel takes its place.
  ASSERT_TRUE(session.change(session.selection().with_kernel(Side::a, "square/setColReadCol")));
  session.finish();
  frames(2);
  ASSERT_EQ(bench().offers().size(), 1u);
  EXPECT_TRUE(shows("code", "Unsaved code of setRowReadCol from ")) << all_of("code");
  ASSERT_TRUE(bench().restore(session, Side::a, 0));
  frames(2);
  EXPECT_TRUE(typed().starts_with("zextern"));
  EXPECT_TRUE(bench().offers().empty());
  EXPECT_EQ(drafts(), 1);
  // The next window finds it once this one is gone.
  {
    ui::Workbench running;
    running.set_state_folder(folder_ / "state");
    EXPECT_TRUE(running.offers().empty());
  }
  ui_.reset();
  ui::Workbench next;
  next.set_state_folder(folder_ / "state");
  ASSERT_EQ(next.offers().size(), 1u);
  EXPECT_TRUE(next.offers()[0].draft.source.text.starts_with("zextern"));
  next.discard(0);
  EXPECT_EQ(drafts(), 0);
}

TEST_F(EditorTest, BothSidesFollowWhereTheyShowOneText) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1");
  frames(2);
  open_editor();
  type("// a comment\n");
  frame(0.4);
  ASSERT_NE(session.selection().own(Side::a), nullptr);
  ASSERT_NE(session.selection().own(Side::b), nullptr);
  EXPECT_EQ(*session.selection().own(Side::a), *session.selection().own(Side::b));
  EXPECT_EQ(session.options(Side::b).at("IPAD"), "1");
  session.finish();
  EXPECT_EQ(session.runs().side(Side::a).failure, nullptr);
  EXPECT_EQ(session.runs().side(Side::b).failure, nullptr);
}

TEST_F(EditorTest, ARestingEditorBlinksForAWhileAndNothingElse) {
  open_editor();
  frames(3, 0.1);
  const double next = ui_->next_frame_within();
  EXPECT_GT(next, 0.05);
  EXPECT_LT(next, 1.5);
  // The lesson's table is filled meanwhile, which shows how far it is.
  for (int turn = 0; turn < 3000 && runs.busy(); ++turn) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    frame(0.001);
  }
  frames(8, 1.0);
  EXPECT_LT(ui_->next_frame_within(), 1.5);
  frames(8, 1.0);
  EXPECT_GT(ui_->next_frame_within(), 1e6) << "it was not typed for a long time";
  press(Key::escape);
  press(Key::escape);
  frames(3, 1.0);
  EXPECT_GT(ui_->next_frame_within(), 1e6) << "without the keyboard nothing is drawn anew";
}

}  // namespace
}  // namespace bankloom::test
