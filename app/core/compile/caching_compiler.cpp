// A compiler in front of another one: caches results, and compiles a request once however many threads ask for it.
#include <cstddef>
#include <future>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/compile/compiler.h"

namespace bankloom {
namespace {

using Outcome = Result<std::shared_ptr<const CompileResult>>;

struct HashRequest {
  std::size_t operator()(const CompileRequest& request) const {
    std::size_t seed = 0;
    // The golden ratio's bits spread equal parts of neighbouring fields.
    const auto mix = [&seed](std::string_view text) {
      seed ^= std::hash<std::string_view>{}(text) + 0x9e3779b97f4a7c15u + (seed << 6) + (seed >> 2);
    };
    mix(request.name);
    mix(request.text);
    mix(request.architecture);
    mix(request.instantiate);
    for (const auto& [name, value] : request.definitions) {
      mix(name);
      mix(value);
    }
    return seed;
  }
};

class CachingCompiler final : public Compiler {
 public:
  explicit CachingCompiler(std::unique_ptr<Compiler> inner) : inner_(std::move(inner)) {}

  Outcome compile(const CompileRequest& request) override {
    std::promise<Outcome> promise;
    std::shared_future<Outcome> future;
    {
      const std::scoped_lock lock(mutex_);
      if (const auto found = entries_.find(request); found != entries_.end()) {
        order_.splice(order_.begin(), order_, found->second.place);
        future = found->second.future;
      } else {
        future = promise.get_future().share();
        insert(request, future);
        future = {};
      }
    }
    if (future.valid()) return future.get();
    return compile_new(request, promise);
  }

  /// The last one is kept: another tile of the same text needs the same binary.
  Result<std::vector<std::byte>> binary(const CompileRequest& request) override {
    {
      const std::scoped_lock lock(mutex_);
      if (last_binary_ && last_binary_->first == request) return last_binary_->second;
    }
    auto made = inner_->binary(request);
    const std::scoped_lock lock(mutex_);
    if (made) last_binary_.emplace(request, *made);
    return made;
  }
  void prepare(const CompileRequest& request) override { inner_->prepare(request); }
  void interrupt() override { inner_->interrupt(); }
  Result<std::vector<std::string>> architectures() override { return inner_->architectures(); }
  std::string describe() override { return inner_->describe(); }

 private:
  using Order = std::list<const CompileRequest*>;
  struct Entry {
    std::shared_future<Outcome> future;
    Order::iterator place;
  };

  Outcome compile_new(const CompileRequest& request, std::promise<Outcome>& promise) {
    try {
      Outcome outcome = inner_->compile(request);
      // A missing compiler may be installed later: such an answer is not kept.
      if (!outcome) forget(request);
      promise.set_value(outcome);
      return outcome;
    } catch (...) {
      forget(request);
      promise.set_exception(std::current_exception());
      throw;
    }
  }

  void insert(const CompileRequest& request, const std::shared_future<Outcome>& future) {
    while (entries_.size() >= kCompileCacheEntries) {
      // A thread that waits for a request dropped during its compilation has its own copy of the future.
      const auto oldest = entries_.find(*order_.back());
      order_.pop_back();
      entries_.erase(oldest);
    }
    const auto inserted = entries_.emplace(request, Entry{future, {}}).first;
    inserted->second.place = order_.insert(order_.begin(), &inserted->first);
  }

  void forget(const CompileRequest& request) {
    const std::scoped_lock lock(mutex_);
    if (const auto found = entries_.find(request); found != entries_.end()) {
      order_.erase(found->second.place);
      entries_.erase(found);
    }
  }

  std::unique_ptr<Compiler> inner_;
  std::mutex mutex_;
  std::unordered_map<CompileRequest, Entry, HashRequest> entries_;
  std::optional<std::pair<CompileRequest, std::vector<std::byte>>> last_binary_;
  Order order_;  ///< most recently used first; points to the map's keys, which do not move
};

}  // namespace

std::unique_ptr<Compiler> make_caching_compiler(std::unique_ptr<Compiler> inner) {
  return std::make_unique<CachingCompiler>(std::move(inner));
}

}  // namespace bankloom
