#include "core/advice/advice_service.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/base/language.h"
#include "session_fixture.h"

namespace bankloom::test {
namespace {

using namespace std::chrono_literals;
using AdviceServiceTest = SessionTest;

std::shared_ptr<const KernelRun> run_at(const std::string& padding) {
  const auto kernel = find_kernel(Shipped::get().catalog, "square/setRowReadCol");
  auto compiled =
      compile_kernel(borrow_kernel(**kernel), {{"IPAD", padding}}, kDefaultArchitecture, *Shipped::get().compiler);
  return *run_kernel(std::move(*compiled), Shipped::get().machines.front());
}

/// The shipped compiler, which begins when it is let.
class HeldCompiler final : public Compiler {
 public:
  void let() {
    {
      const std::lock_guard lock(mutex_);
      let_ = true;
    }
    changed_.notify_all();
  }
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return let_; });
    return Shipped::get().compiler->compile(request);
  }
  Result<std::vector<std::string>> architectures() override { return Shipped::get().compiler->architectures(); }
  std::string describe() override { return Shipped::get().compiler->describe(); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool let_ = false;
};

TEST_F(AdviceServiceTest, MakesAdviceOfTwoSidesOnce) {
  HeldCompiler compiler;
  AdviceService service(Shipped::get().catalog, compiler);
  const auto a = run_at("0");
  const auto b = run_at("4");
  EXPECT_EQ(service.get(nullptr), nullptr);
  EXPECT_EQ(service.get(a), nullptr);
  EXPECT_EQ(service.get(b), nullptr);
  EXPECT_TRUE(service.busy());
  compiler.let();
  const auto of_a = service.wait(a, kDefaultArchitecture, std::chrono::steady_clock::now() + 60s);
  const auto of_b = service.wait(b, kDefaultArchitecture, std::chrono::steady_clock::now() + 60s);
  ASSERT_TRUE(of_a && of_a->advice && of_b && of_b->advice);
  EXPECT_EQ(of_a->advice->padding.layout, (TriedLayout{{}, {{"IPAD", "1"}}, {}}));
  EXPECT_EQ(of_b->advice->options.at("IPAD"), "4");
  EXPECT_EQ(service.get(a), of_a);
  EXPECT_FALSE(service.busy());
  // Its reasons are sentences.
  const auto folder = std::filesystem::path(BANKLOOM_SOURCE_DIR) / kLanguageFolder;
  ASSERT_TRUE(set_language("es", folder).has_value());
  EXPECT_EQ(service.get(a), nullptr);
  ASSERT_TRUE(set_language(kEnglish, folder).has_value());
}

TEST_F(AdviceServiceTest, AThirdWishTakesThePlaceOfTheOneNotAskedForTheLongest) {
  const auto until = std::chrono::steady_clock::now() + 60s;
  const auto a = run_at("0"), b = run_at("2"), c = run_at("4");
  for (const bool a_was_asked_again : {false, true}) {
    HeldCompiler compiler;
    AdviceService service(Shipped::get().catalog, compiler);
    EXPECT_EQ(service.get(a), nullptr);
    EXPECT_EQ(service.get(b), nullptr);
    if (a_was_asked_again) EXPECT_EQ(service.get(a), nullptr);
    EXPECT_EQ(service.get(c), nullptr);
    compiler.let();
    EXPECT_TRUE(service.wait(c, kDefaultArchitecture, until));
    EXPECT_TRUE(service.wait(a_was_asked_again ? a : b, kDefaultArchitecture, until));
    EXPECT_FALSE(service.busy());
    EXPECT_EQ(service.get(a_was_asked_again ? b : a), nullptr) << "it was dropped";
  }
}

TEST_F(AdviceServiceTest, EndsAtOnceWithWishesOpen) {
  const auto begin = std::chrono::steady_clock::now();
  {
    AdviceService service(Shipped::get().catalog, *Shipped::get().compiler);
    for (const char* padding : {"0", "2", "4", "8"}) EXPECT_EQ(service.get(run_at(padding)), nullptr);
    service.cancel();
    EXPECT_FALSE(service.busy());
    EXPECT_EQ(service.get(run_at("16")), nullptr);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
}

}  // namespace
}  // namespace bankloom::test
