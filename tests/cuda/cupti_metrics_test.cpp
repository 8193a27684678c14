// What the installed CUPTI says about names and layouts; no GPU is needed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "../base/sanitized.h"
#include "core/measure/counters.h"
#include "cuda/cupti_library.h"

namespace bankloom {
namespace {

/// CUPTI opens a library of its own so (RTLD_DEEPBIND) that the address sanitizer ends the process.
constexpr bool kHasAddressSanitizer = test::kSanitized;

/// Why metrics cannot be listed here; empty where they can.
std::string no_metrics(const Result<CuptiLibrary>& cupti) {
  if (kHasAddressSanitizer) return "CUPTI's host side does not run under the address sanitizer";
  if (!cupti) return cupti.error().message;
  if (cupti->has_range_profiler()) return {};
  return fmt::format("{} (API version {}) lists no metrics: CUDA 12.6 is the first", cupti->path, cupti->api_version);
}

TEST(CuptiMetrics, TheModelledCountersExistOnAllChipsOfTheLastGenerations) {
  const auto cupti = open_cupti();
  if (const std::string reason = no_metrics(cupti); !reason.empty()) GTEST_SKIP() << reason;
  std::vector<std::string> metrics;
  for (const auto& metric : counter_metrics({})) metrics.push_back(metric);
  ASSERT_EQ(metrics.size(), 14U);
  for (const char* chip : {"TU102", "GA100", "GA102", "AD102", "GH100"}) {
    const auto unknown = unknown_metrics(*cupti, chip, metrics);
    ASSERT_TRUE(unknown) << unknown.error().message;
    EXPECT_TRUE(unknown->empty()) << chip << " has no " << unknown->front();
  }
}

TEST(CuptiMetrics, ANameThatDoesNotExistIsFound) {
  const auto cupti = open_cupti();
  if (const std::string reason = no_metrics(cupti); !reason.empty()) GTEST_SKIP() << reason;
  const std::string right = counter_rules().front().metric;
  const auto unknown = unknown_metrics(*cupti, "GH100", {right, "l1tex__no_such_thing.sum"});
  ASSERT_TRUE(unknown) << unknown.error().message;
  EXPECT_EQ(*unknown, std::vector<std::string>{"l1tex__no_such_thing.sum"});
  EXPECT_FALSE(unknown_metrics(*cupti, "no such chip", {right}));
}

/// An environment variable for the length of a test.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    const char* before = std::getenv(name);
    if (before != nullptr) before_ = before;
    ::setenv(name, value, 1);
  }
  ~Variable() {
    if (before_.empty()) {
      ::unsetenv(name_);
    } else {
      ::setenv(name_, before_.c_str(), 1);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  Variable(Variable&&) = delete;
  Variable& operator=(Variable&&) = delete;

 private:
  const char* name_;
  std::string before_;
};

TEST(CuptiLibrary, CanBeKeptOutAndChosen) {
  {
    const Variable none("BANKLOOM_CUPTI", "none");
    EXPECT_FALSE(open_cupti());
  }
  {
    const Variable wrong("BANKLOOM_CUPTI", "/nonexistent/libcupti.so");
    const auto cupti = open_cupti();
    ASSERT_FALSE(cupti);
    EXPECT_NE(cupti.error().message.find("BANKLOOM_CUPTI does not name a usable CUPTI"), std::string::npos);
  }
  {
    // A library that is there and is none.
    const Variable wrong("BANKLOOM_CUPTI", "libc.so.6");
    const auto cupti = open_cupti();
    ASSERT_FALSE(cupti);
    EXPECT_NE(cupti.error().message.find("is not a CUPTI library"), std::string::npos) << cupti.error().message;
  }
}

}  // namespace
}  // namespace bankloom
