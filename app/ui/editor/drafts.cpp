#include "ui/editor/drafts.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <random>
#include <system_error>

#include "core/base/files.h"
#include "core/base/json_record.h"

namespace bankloom::ui {

void describe(auto& fields, Is<Draft> auto& draft) {
  fields("name", draft.name);
  fields("time", draft.time);
  fields("text", draft.source.text);
  fields.optional("path", draft.source.path);
  fields.optional("base", draft.source.base);
  fields.optional("tile", draft.source.tile);
  fields.optional("row", draft.source.row_elements);
}

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".draft", kLock = ".lock";

/// The tag of a file's window: its name before the last hyphen.
std::string tag_of(const fs::path& file) {
  const std::string stem = file.stem().string();
  return stem.substr(0, stem.rfind('-'));
}

/// Whether the window with this lock is still running.
bool is_held(const fs::path& lock) {
  const FileHandle file(::open(lock.c_str(), O_RDWR | O_CLOEXEC));
  return file && ::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

}  // namespace

Drafts::~Drafts() {
  if (lock_ < 0) return;
  // A free lock with drafts shows that their window has ended; without drafts it is useless.
  std::error_code error;
  bool any = false;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error)) {
    any = any || (entry->path().extension() == kExtension && tag_of(entry->path()) == tag_);
  }
  if (!any) fs::remove(folder_ / (tag_ + std::string(kLock)), error);
  ::close(lock_);
}

Result<void> Drafts::lock() {
  if (lock_ >= 0) return {};
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return fail("unsaved code cannot be kept: {}: {}", folder_.string(), error.message());
  std::string unnamed = (folder_ / ".lock-XXXXXX").string();
  const int file = ::mkostemp(unnamed.data(), O_CLOEXEC);
  if (file < 0) return fail("unsaved code cannot be kept: {}: {}", folder_.string(), std::strerror(errno));
  // Locked before it gets its name, so that no other window sees it free.
  static_cast<void>(::flock(file, LOCK_EX | LOCK_NB));
  std::random_device random;
  const std::string tag = fmt::format("{}-{:08x}", ::getpid(), random());
  fs::rename(unnamed, folder_ / (tag + std::string(kLock)), error);
  if (error) {
    ::unlink(unnamed.c_str());
    ::close(file);
    return fail("unsaved code cannot be kept: {}: {}", folder_.string(), error.message());
  }
  tag_ = tag;
  lock_ = file;
  return {};
}

fs::path Drafts::file_of(unsigned number) const { return folder_ / fmt::format("{}-{}{}", tag_, number, kExtension); }

Result<void> Drafts::keep(unsigned number, const Draft& draft) {
  if (folder_.empty()) return {};
  TRY(lock());
  FieldWriter<nlohmann::ordered_json> fields;
  describe(fields, draft);
  const auto written = write_file(file_of(number), json_text(fields.object));
  if (!written) return fail("unsaved code cannot be kept: {}", written.error().message);
  return {};
}

void Drafts::drop(unsigned number) {
  if (lock_ < 0) return;
  std::error_code error;
  fs::remove(file_of(number), error);
}

std::vector<FoundDraft> Drafts::found() const {
  std::vector<FoundDraft> all;
  if (folder_.empty()) return all;
  std::error_code error;
  std::vector<fs::path> locks;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path& file = entry->path();
    if (file.extension() == kLock) locks.push_back(file);
    if (file.extension() != kExtension) continue;
    const std::string tag = tag_of(file);
    if (tag == tag_ || is_held(folder_ / (tag + std::string(kLock)))) continue;
    auto draft = read_record<Draft>(read_file(file).value_or(""), file.string());
    if (draft) all.push_back({file, std::move(*draft)});
  }
  for (const fs::path& lock : locks) {
    const std::string tag = lock.stem().string();
    const bool is_used = std::ranges::any_of(all, [&](const auto& one) { return tag_of(one.file) == tag; });
    if (tag != tag_ && !is_used && !is_held(lock)) fs::remove(lock, error);
  }
  std::ranges::sort(all, std::greater(), [](const FoundDraft& one) { return one.draft.time; });
  return all;
}

Result<void> Drafts::adopt(const FoundDraft& found, unsigned number) {
  TRY(lock());
  std::error_code error;
  fs::rename(found.file, file_of(number), error);
  if (error) return fail("the unsaved code of {} is no longer there: another window took it", found.draft.name);
  return {};
}

void Drafts::discard(const FoundDraft& found) {
  std::error_code error;
  fs::remove(found.file, error);
}

}  // namespace bankloom::ui
