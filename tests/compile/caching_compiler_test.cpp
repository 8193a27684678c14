#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/compile/compiler.h"

namespace bankloom {
namespace {

/// Counts its calls, and holds them while a gate is closed.
class CountingCompiler final : public Compiler {
 public:
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    {
      std::unique_lock lock(mutex_);
      ++calls_;
      called_.notify_all();
      opened_.wait(lock, [this] { return open_; });
    }
    if (request.text == "throw") throw std::runtime_error("thrown");
    if (request.text == "no compiler") return fail("none here");
    auto result = std::make_shared<CompileResult>();
    result->ok = request.text != "wrong";
    result->ptx = request.text + "@" + request.architecture;
    return result;
  }
  Result<std::vector<std::string>> architectures() override { return std::vector<std::string>{"compute_1"}; }
  std::string describe() override { return "counting"; }

  int calls() {
    const std::lock_guard lock(mutex_);
    return calls_;
  }
  void close() {
    const std::lock_guard lock(mutex_);
    open_ = false;
  }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    opened_.notify_all();
  }
  void wait_for_call() {
    std::unique_lock lock(mutex_);
    called_.wait(lock, [this] { return calls_ > 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable called_, opened_;
  int calls_ = 0;
  bool open_ = true;
};

struct Fixture {
  Fixture() {
    auto owned = std::make_unique<CountingCompiler>();
    inner = owned.get();
    cache = make_caching_compiler(std::move(owned));
  }
  CountingCompiler* inner = nullptr;
  std::unique_ptr<Compiler> cache;
};

CompileRequest request_of(std::string text) {
  CompileRequest request;
  request.name = "kernel.cu";
  request.text = std::move(text);
  return request;
}

TEST(CachingCompiler, CompilesARequestOnce) {
  Fixture f;
  const auto first = f.cache->compile(request_of("a"));
  const auto second = f.cache->compile(request_of("a"));
  ASSERT_TRUE(first && second);
  EXPECT_EQ((*first)->ptx, "a@compute_90");
  EXPECT_EQ(first->get(), second->get());
  EXPECT_EQ(f.inner->calls(), 1);
}

TEST(CachingCompiler, EveryPartOfTheRequestCounts) {
  Fixture f;
  std::vector<CompileRequest> requests(6, request_of("a"));
  requests[1].text = "b";
  requests[2].name = "other.cu";
  requests[3].architecture = "compute_80";
  requests[4].definitions = {{"IPAD", "0"}};
  requests[5].definitions = {{"IPAD", "1"}};
  for (const CompileRequest& request : requests) ASSERT_TRUE(f.cache->compile(request));
  EXPECT_EQ(f.inner->calls(), 6);
  for (const CompileRequest& request : requests) ASSERT_TRUE(f.cache->compile(request));
  EXPECT_EQ(f.inner->calls(), 6);
}

TEST(CachingCompiler, KeepsTextsThatDoNotCompile) {
  Fixture f;
  const auto first = f.cache->compile(request_of("wrong"));
  ASSERT_TRUE(first);
  EXPECT_FALSE((*first)->ok);
  ASSERT_TRUE(f.cache->compile(request_of("wrong")));
  EXPECT_EQ(f.inner->calls(), 1);
}

TEST(CachingCompiler, DoesNotKeepThatThereIsNoCompiler) {
  Fixture f;
  EXPECT_FALSE(f.cache->compile(request_of("no compiler")));
  EXPECT_FALSE(f.cache->compile(request_of("no compiler")));
  EXPECT_EQ(f.inner->calls(), 2);
}

TEST(CachingCompiler, DoesNotKeepAnException) {
  Fixture f;
  EXPECT_THROW((void)f.cache->compile(request_of("throw")), std::runtime_error);
  EXPECT_THROW((void)f.cache->compile(request_of("throw")), std::runtime_error);
  EXPECT_EQ(f.inner->calls(), 2);
}

TEST(CachingCompiler, ThreadsThatAskAtTheSameTimeShareOneCompilation) {
  Fixture f;
  f.inner->close();
  constexpr int kThreads = 8;
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      const auto result = f.cache->compile(request_of("a"));
      if (result && (*result)->ptx == "a@compute_90") ++right;
    });
  }
  f.inner->wait_for_call();
  // Time for the others to come; should one come later, it finds the result, which is as good.
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(f.inner->calls(), 1);
  f.inner->open();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, kThreads);
  EXPECT_EQ(f.inner->calls(), 1);
}

TEST(CachingCompiler, DropsTheRequestNotAskedForTheLongest) {
  Fixture f;
  const int limit = static_cast<int>(kCompileCacheEntries);
  for (int i = 0; i < limit; ++i) ASSERT_TRUE(f.cache->compile(request_of(std::to_string(i))));
  ASSERT_TRUE(f.cache->compile(request_of("0")));  // now "1" is the oldest
  EXPECT_EQ(f.inner->calls(), limit);
  ASSERT_TRUE(f.cache->compile(request_of("one more")));
  EXPECT_EQ(f.inner->calls(), limit + 1);
  ASSERT_TRUE(f.cache->compile(request_of("0")));
  ASSERT_TRUE(f.cache->compile(request_of("2")));
  EXPECT_EQ(f.inner->calls(), limit + 1);
  ASSERT_TRUE(f.cache->compile(request_of("1")));
  EXPECT_EQ(f.inner->calls(), limit + 2);
}

TEST(CachingCompiler, ARequestDroppedWhileItCompilesStillAnswers) {
  Fixture f;
  f.inner->close();
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      const auto result = f.cache->compile(request_of("slow"));
      if (result && (*result)->ptx == "slow@compute_90") ++right;
    });
  }
  f.inner->wait_for_call();
  for (int i = 0; i <= static_cast<int>(kCompileCacheEntries); ++i) {
    threads.emplace_back([&f, i] { EXPECT_TRUE(f.cache->compile(request_of(std::to_string(i)))); });
  }
  f.inner->open();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 2);
}

TEST(CachingCompiler, PassesTheOtherQuestionsOn) {
  Fixture f;
  EXPECT_EQ(f.cache->describe(), "counting");
  ASSERT_TRUE(f.cache->architectures());
  EXPECT_EQ(f.cache->architectures()->front(), "compute_1");
}

}  // namespace
}  // namespace bankloom
