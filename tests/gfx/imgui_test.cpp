// Dear ImGui draws into the contexts of this folder, next to its renderers, with the fonts that are installed.
#include <imgui.h>

#include <backends/imgui_impl_opengl3.h>

#include <string>

#include "gfx/fonts.h"
#include "gfx/grid_renderer.h"
#include "offscreen_test.h"

namespace bankloom::gfx {
namespace {

class ImGuiTest : public OffscreenTest {
 protected:
  void SetUp() override {
    OffscreenTest::SetUp();
    if (IsSkipped()) return;
    make_frame(200, 100);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = ImVec2(200.0f, 100.0f);
    ASSERT_TRUE(ImGui_ImplOpenGL3_Init("#version 330 core"));
  }
  void TearDown() override {
    if (ImGui::GetCurrentContext() != nullptr) {
      ImGui_ImplOpenGL3_Shutdown();
      ImGui::DestroyContext();
    }
    OffscreenTest::TearDown();
  }
  /// One frame that `draw` fills, on black.
  template <class Draw>
  Image render(Draw draw) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    draw(ImGui::GetBackgroundDrawList());
    ImGui::Render();
    frame_->clear(make_colour(0, 0, 0));
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    return picture();
  }
  /// Pixels that are not black.
  static unsigned count_ink(const Image& image) {
    unsigned ink = 0;
    for (unsigned y = 0; y < image.height; ++y) {
      for (unsigned x = 0; x < image.width; ++x) ink += pixel(image, x, y) == Rgb{} ? 0u : 1u;
    }
    return ink;
  }
};

TEST_F(ImGuiTest, ItsFrameIsInThePicture) {
  const Image image = render([](ImDrawList* list) {
    list->AddRectFilled(ImVec2(20, 10), ImVec2(60, 30), IM_COL32(10, 200, 30, 255));
    list->AddText(ImVec2(100, 50), IM_COL32(255, 255, 255, 255), "bank 7");
  });
  EXPECT_EQ(pixel(image, 20, 10), (Rgb{10, 200, 30}));
  EXPECT_EQ(pixel(image, 59, 29), (Rgb{10, 200, 30}));
  EXPECT_EQ(pixel(image, 60, 30), (Rgb{}));
  EXPECT_GT(count_ink(image), 40u * 20u + 30u) << "no text";
}

TEST_F(ImGuiTest, AGridWithinItsDrawListLeavesTheRestAsItWas) {
  auto made = GridRenderer::create(shader_folder());
  ASSERT_TRUE(made) << made.error().message;
  GridRenderer renderer = std::move(*made);
  const auto draw_grid = [](const ImDrawList*, const ImDrawCmd* command) {
    GridBatch batch;
    batch.cells.push_back({100, 40, 20, 20, make_colour(0, 0, 255)});
    batch.cells.push_back({130, 40, 20, 20, make_colour(0, 255, 0), make_colour(255, 0, 0), 2.0f});
    static_cast<GridRenderer*>(command->UserCallbackData)->draw(batch, {200, 100}, {90, 30, 100, 50});
  };
  const Image image = render([&](ImDrawList* list) {
    list->AddRectFilled(ImVec2(10, 10), ImVec2(30, 30), IM_COL32(200, 0, 0, 255));
    list->AddCallback(draw_grid, &renderer);
    list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
    list->AddRectFilled(ImVec2(50, 60), ImVec2(90, 80), IM_COL32(0, 100, 0, 255));
    list->AddRectFilled(ImVec2(110, 50), ImVec2(115, 55), IM_COL32(255, 255, 255, 128));
  });
  EXPECT_EQ(pixel(image, 15, 15), (Rgb{200, 0, 0}));
  EXPECT_EQ(pixel(image, 105, 45), (Rgb{0, 0, 255}));
  EXPECT_EQ(pixel(image, 140, 50), (Rgb{0, 255, 0}));
  EXPECT_EQ(pixel(image, 131, 41), (Rgb{255, 0, 0}));
  EXPECT_EQ(pixel(image, 55, 65), (Rgb{0, 100, 0}));
  EXPECT_TRUE(is_near(pixel(image, 112, 52), {128, 128, 255}));
}

TEST_F(ImGuiTest, TheInstalledFontsCanBeRead) {
  unsigned found = 0;
  std::array<ImFont*, 4> fonts{};
  for (std::size_t face = 0; face < fonts.size(); ++face) {
    const auto path = find_font(static_cast<FontFace>(face));
    if (!path) continue;
    ++found;
    fonts[face] = ImGui::GetIO().Fonts->AddFontFromFileTTF(path->c_str(), 18.0f);
    ASSERT_NE(fonts[face], nullptr) << *path;
  }
  if (found == 0) GTEST_SKIP() << "none of the fonts is installed: apt-get install fonts-inter fonts-jetbrains-mono";
  for (ImFont* font : fonts) {
    if (font == nullptr) continue;
    const auto draw_text = [font](const char* text) {
      return [font, text](ImDrawList* list) {
        list->AddText(font, 18.0f, ImVec2(5, 5), IM_COL32(255, 255, 255, 255), text);
      };
    };
    const unsigned dense = count_ink(render(draw_text("MWMWMWMW"))), sparse = count_ink(render(draw_text("........")));
    EXPECT_GT(dense, 300u);
    EXPECT_GT(sparse, 8u);
    EXPECT_LT(sparse * 4, dense) << "all glyphs look the same";
  }
}

}  // namespace
}  // namespace bankloom::gfx
