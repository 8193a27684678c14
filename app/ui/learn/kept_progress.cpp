#include "ui/learn/kept_progress.h"

#include <utility>

#include "core/base/files.h"

namespace bankloom::ui {

void KeptProgress::read(std::filesystem::path file, const learn::FormerItems& former) {
  file_ = std::move(file);
  if (auto known = learn::read_progress(file_, former)) known_ = *std::move(known);
}

learn::DrillWeights KeptProgress::drill_weights() const {
  const auto text = read_file(file_);
  return text ? learn::drill_weights(*text) : learn::kEqualWeights;
}

void KeptProgress::add(learn::EventKind kind, const std::string& lesson, const std::string& item,
                       std::string_view detail) {
  const learn::Event event{learn::present_time(), kind, lesson, item, std::string(detail)};
  known_.add(event);
  // Where it cannot be kept, the lesson goes on all the same.
  if (const auto kept = learn::append_event(file_, event); !kept) file_.clear();
}

}  // namespace bankloom::ui
