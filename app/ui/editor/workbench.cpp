#include "ui/editor/workbench.h"

#include <chrono>
#include <system_error>
#include <utility>

#include "ui/editor/recent_files.h"
#include "ui/editor/source_file.h"
#include "ui/editor/text_places.h"

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;

std::uint64_t seconds_since_1970() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(now).count());
}

/// The text of a kernel of the catalogue; empty if there is none.
std::string catalogue_text(const Session& session, const std::string& id) {
  const auto kernel = find_kernel(session.selection().catalog(), id);
  return kernel ? (*kernel)->source : std::string();
}

/// A free name for a copy of a file: "square.cu.orig", "square.cu.orig2", ...
fs::path free_copy_of(const fs::path& file) {
  std::error_code error;
  fs::path copy = file;
  copy += ".orig";
  // A link to nothing is no free name.
  for (int number = 2; fs::exists(fs::symlink_status(copy, error)); ++number) {
    copy = file;
    copy += ".orig" + std::to_string(number);
  }
  return copy;
}

bool show_same(const Session& session) {
  return session.comparing() && shown_key(session, Side::a) == shown_key(session, Side::b);
}

}  // namespace

const std::string& shown_key(const Session& session, Side side) {
  const Scene& scene = session.scene();
  return side == Side::b && scene.b ? scene.b->kernel : scene.a.kernel;
}

Workbench::~Workbench() {
  for (Slot& document : documents_) {
    if (!document || !document->is_worth_keeping()) continue;
    try {
      keep_draft(*document);
    } catch (...) {  // NOLINT(bugprone-empty-catch): nobody is left to tell; the draft kept while one typed stays
    }
  }
}

void Workbench::set_state_folder(const fs::path& folder) {
  state_ = folder;
  drafts_ = std::make_unique<Drafts>(folder.empty() ? fs::path() : folder / "drafts");
  offers_.clear();
  for (FoundDraft& found : drafts_->found()) offers_.push_back({found.draft, std::move(found), 0});
  recent_ = recent_files(state_);
}

Workbench::Slot& Workbench::slot(const Session& session, Side side) {
  return documents_[index_of(show_same(session) || !session.comparing() ? Side::a : side)];
}

Document* Workbench::document(const Session& session, Side side) {
  Slot& found = slot(session, side);
  return found ? &*found : nullptr;
}

void Workbench::open(Session& session, Side side) {
  is_open_ = true;
  side_ = show_same(session) || !session.comparing() ? Side::a : side;
  if (!slot(session, side_)) {
    begin(session, side_);
    field.selection = {};
  }
  // Also gives the editor the keyboard in the next frame.
  field.go_to = field.selection;
}

void Workbench::close() {
  is_open_ = false;
  field.has_keyboard = false;
  search = {};
  for (Slot& document : documents_) {
    if (document && document->compile.waits()) document->compile.hurry();
  }
}

void Workbench::open_search(const Session& session) {
  if (const Document* edited = document(session, side_); edited != nullptr && field.has_keyboard) {
    const std::string_view text = edited->source.text;
    const std::size_t begin = std::min(field.selection.begin(), text.size());
    const std::string_view chosen = text.substr(begin, field.selection.end() - begin);
    if (!chosen.empty() && chosen.find('\n') == std::string_view::npos) search.words = chosen;
    search.at = begin;
  }
  search.is_open = search.wants_keyboard = true;
}

void Workbench::close_search() {
  search.is_open = search.has_keyboard = false;
  field.go_to = field.selection;
}

void Workbench::find(const Session& session, int by) {
  const Document* edited = document(session, side_);
  if (edited == nullptr) return;
  const std::vector<std::size_t> found = find_all(edited->source.text, search.words);
  if (found.empty()) return;
  search.at = next_found(found, search.at, by);
  field.selection = {search.at + search.words.size(), search.at};
  if (field.has_keyboard) {
    field.go_to = field.selection;
  } else {
    field.shows = search.at;
  }
}

/// Puts a document into its slot.
void Workbench::place(Slot& slot, Document document) {
  document.draft = ++numbers_;
  document.generation = ++generations_;
  document.refresh();
  slot = std::move(document);
}

/// Makes the document of what the session shows on a side.
void Workbench::begin(const Session& session, Side side) {
  const Kernel* kernel = session.kernel(side);
  if (kernel == nullptr) return;
  Document document;
  if (const auto own = session.selection().own(side)) {
    document.source = *own;
    document.saved = catalogue_text(session, own->base);
    if (own->path.empty()) document.given = own->text;
    if (!own->path.empty()) {
      const auto text = read_source(own->path);
      document.saved = text ? with_line_feeds(*text) : std::string();
      document.has_returns = text && document.saved.size() != text->size();
    }
  } else {
    document.source.base = shown_key(session, side);
    document.source.text = document.saved = kernel->source;
  }
  document.shown = document.source.text;
  if (document.has_returns) {
    document.source.text = with_line_feeds(document.source.text);
    // The session still shows the text with the other line ends.
    document.compile.hurry();
  }
  document.key = shown_key(session, side);
  place(slot(session, side), std::move(document));
}

void Workbench::keep_draft(Document& document) {
  document.keep.cancel();
  if (!document.is_worth_keeping()) {
    drafts_->drop(document.draft);
    return;
  }
  const auto kept = drafts_->keep(document.draft, {document.source, document.name(), seconds_since_1970()});
  if (!kept && !std::exchange(draft_problem_said_, true)) said_.push_back(kept.error().message);
}

/// Keeps and offers a text that is no longer shown, if it would be missed.
void Workbench::put_away(Document& document) {
  if (!document.is_worth_keeping()) {
    drafts_->drop(document.draft);
    return;
  }
  keep_draft(document);
  offers_.insert(offers_.begin(), Offer{{document.source, document.name(), seconds_since_1970()}, {}, document.draft});
}

/// Puts a document away if its side no longer shows its text.
void Workbench::take_over(const Session& session, Side side) {
  Slot& mine = documents_[index_of(side)];
  const bool is_shown = side == Side::a || session.comparing();
  if (mine && (!is_shown || mine->key != shown_key(session, side))) {
    const Side other_side = side == Side::a ? Side::b : Side::a;
    Slot& other = documents_[index_of(other_side)];
    const bool moves =
        !other && (other_side == Side::a || session.comparing()) && mine->key == shown_key(session, other_side);
    if (moves) {
      other.swap(mine);
    } else {
      put_away(*mine);
    }
    mine.reset();
  }
  // Sides that show the same share a document.
  if (side == Side::b && mine && show_same(session)) {
    if (!documents_[0]) {
      documents_[0].swap(mine);
    } else if (mine->is_worth_keeping() && mine->source.text != documents_[0]->source.text) {
      put_away(*mine);
    } else {
      drafts_->drop(mine->draft);
    }
    mine.reset();
  }
}

void Workbench::follow(Session& session, double now, const std::function<void(double)>& redraw_within,
                       const std::function<void(std::string)>& say) {
  now_ = now;
  // A text that was replaced may run for hours although nothing waits for it. An exercise's checks wait for another run
  // of the text that is shown.
  if (const auto running = session.runs().running();
      running && running->key.own && !session.runs().awaits(running->key)) {
    const auto shown = session.selection().own(Side::a);
    if (!running->key.own->trial || !shown || shown->text != running->key.own->text) {
      session.runs().cancel(running->key);
    }
  }
  take_over(session, Side::a);
  take_over(session, Side::b);
  if (show_same(session) || !session.comparing()) side_ = Side::a;
  for (const Side side : {Side::a, Side::b}) {
    if (side == Side::b && (!session.comparing() || show_same(session))) continue;
    Slot& document = slot(session, side);
    if (!document && (session.selection().own(side) != nullptr || (is_open_ && side == side_))) begin(session, side);
    if (!document) continue;
    if (document->compile.take(now)) {
      if (auto done = show(session, side, *document); !done) said_.push_back(done.error().message);
    }
    if (document->keep.take(now)) keep_draft(*document);
    redraw_within(std::min(document->compile.within(now), document->keep.within(now)));
  }
  for (std::string& problem : std::exchange(said_, {})) say(std::move(problem));
}

/// Shows the document's present text, on both sides if they share it.
Result<void> Workbench::show(Session& session, Side side, Document& document) {
  document.compile.cancel();
  keep_draft(document);
  const bool both = show_same(session);
  const OwnSource& source = document.source;
  const bool is_catalogue = source.path.empty() && !source.base.empty() && source.row_elements == 0 &&
                            source.tile.empty() && source.text == catalogue_text(session, source.base);
  for (const Side one : {Side::a, Side::b}) {
    if (one != side && !both) continue;
    if (is_catalogue) {
      if (session.selection().own(one) != nullptr) session.change(session.selection().without_text(one));
    } else if (auto done = session.change(session.selection().with_text(one, source)); !done) {
      return done;
    }
  }
  document.key = shown_key(session, side);
  document.shown = source.text;
  return {};
}

void Workbench::put_text(const Session& session, Side side, std::string text) {
  Slot& document = slot(session, side);
  if (!document) return;
  document->history.add(change_between(document->source.text, text));
  document->source.text = std::move(text);
  document->generation = ++generations_;
  document->typed(now_);
  if (field.has_keyboard) field.go_to = field.selection;
}

Result<void> Workbench::put_change(Session& session, Side side, const std::string& before, const OwnSource& changed,
                                   const TextSelection& selected) {
  open(session, side);
  Slot& document = slot(session, side_);
  if (!document || document->source.text != before) {
    return fail("the code has changed since; the advice for the new code comes in a moment");
  }
  put_text(session, side_, changed.text);
  field.selection = selected;
  field.go_to = selected;
  return show(session, side_, *document);
}

Result<void> Workbench::set_tile(Session& session, Side side, const std::string& name, unsigned row_elements) {
  Slot& document = slot(session, side);
  if (!document) return {};
  document->source.tile = name;
  document->source.row_elements = row_elements;
  return show(session, side, *document);
}

void Workbench::remember(const fs::path& file) {
  remember_file(state_, file);
  recent_ = recent_files(state_);
}

/// Shows a saved text in place of a side's.
Result<void> Workbench::show_new(Session& session, Side side, OwnSource source, bool has_returns) {
  if (show_same(session)) session.change(session.selection().without_b());
  if (!session.comparing()) side = Side::a;
  Slot& mine = slot(session, side);
  if (mine) put_away(*mine);
  Document document;
  document.has_returns = has_returns;
  document.saved = source.text;
  document.source = std::move(source);
  place(mine, std::move(document));
  // The place in what was shown before says nothing about it.
  session.player().find_place();
  if (auto done = show(session, side, *mine); !done) {
    mine.reset();
    return done;
  }
  side_ = side;
  return {};
}

Result<void> Workbench::open_file(Session& session, Side side, const fs::path& file) {
  TRY(const auto text, read_source(file));
  OwnSource source;
  source.path = absolute_path(file).string();
  source.text = with_line_feeds(text);
  const bool has_returns = source.text.size() != text.size();
  TRY(show_new(session, side, std::move(source), has_returns));
  is_open_ = true;
  field.go_to = TextSelection{};
  remember(absolute_path(file));
  return {};
}

Result<void> Workbench::open_source(Session& session, Side side, OwnSource source) {
  const bool has_returns = with_line_feeds(source.text).size() != source.text.size();
  TRY(show_new(session, side, std::move(source), has_returns));
  field.selection = {};
  if (is_open_) field.go_to = TextSelection{};
  return {};
}

Result<void> Workbench::set_columns(Session& session, Side side, const std::string& buffer, std::uint64_t columns) {
  Slot& document = slot(session, side);
  if (!document) return {};
  if (columns == 0) {
    document->source.columns.erase(buffer);
  } else {
    document->source.columns[buffer] = columns;
  }
  return show(session, side, *document);
}

SaveQuestion save_question(const Document& document) {
  if (document.source.path.empty()) return SaveQuestion::name;
  std::error_code error;
  if (!fs::exists(document.source.path, error)) return SaveQuestion::none;
  const auto text = read_source(document.source.path);
  return text && with_line_feeds(*text) == document.saved ? SaveQuestion::none : SaveQuestion::changed;
}

Result<void> Workbench::save(Session& session, Side side) {
  Slot& document = slot(session, side);
  if (!document) return fail("there is no code to save");
  return save_as(session, side, document->source.path);
}

Result<void> Workbench::save_as(Session& session, Side side, const fs::path& file) {
  Slot& document = slot(session, side);
  if (!document) return fail("there is no code to save");
  const std::string& text = document->source.text;
  TRY(write_source(file, document->has_returns ? with_carriage_returns(text) : text));
  document->source.path = absolute_path(file).string();
  document->saved = text;
  document->is_exercise = false;
  remember(document->source.path);
  // Also shows the file's name.
  return show(session, side, *document);
}

Result<fs::path> Workbench::apply(Session& session, Side side) {
  const Slot& document = slot(session, side);
  if (!document || document->source.path.empty()) return fail("this code is not saved in a file");
  const fs::path file = document->source.path;
  if (save_question(*document) == SaveQuestion::changed) {
    return fail("{} has changed since it was opened: run it again, or save the code under another name", file.string());
  }
  fs::path copy;
  std::error_code error;
  const auto ours = applied_.find(file.string());
  if (fs::exists(file, error) && (ours == applied_.end() || ours->second != document->saved)) {
    copy = free_copy_of(file);
    fs::copy_file(file, copy, error);
    if (error) return fail("{} cannot be copied to {}: {}", file.string(), copy.string(), error.message());
  }
  const std::string text = document->source.text;
  TRY(save_as(session, side, file));
  applied_[file.string()] = text;
  return copy;
}

void Workbench::reread(const Session& session) {
  for (const Side side : {Side::a, Side::b}) {
    Slot& document = documents_[index_of(side)];
    if (!document || document->source.path.empty() || document->is_unsaved()) continue;
    const auto text = read_source(document->source.path);
    if (!text || with_line_feeds(*text) == document->saved) continue;
    document->saved = with_line_feeds(*text);
    document->has_returns = document->saved.size() != text->size();
    put_text(session, side, document->saved);
  }
}

void Workbench::revert(Session& session, Side side) {
  Slot& document = slot(session, side);
  if (!document) return;
  put_text(session, side, document->saved);
  document->source.row_elements = 0;
  document->source.tile.clear();
  if (auto done = show(session, side, *document); !done) said_.push_back(done.error().message);
}

fs::path Workbench::folder(const Document* document) const {
  if (document != nullptr && !document->source.path.empty()) return fs::path(document->source.path).parent_path();
  if (!recent_.empty()) return recent_.front().parent_path();
  std::error_code error;
  const fs::path present = fs::current_path(error);
  return error ? fs::path("/") : present;
}

Result<void> Workbench::restore(Session& session, Side side, std::size_t offer) {
  if (offer >= offers_.size()) return {};
  Offer taken = offers_[offer];
  offers_.erase(offers_.begin() + static_cast<std::ptrdiff_t>(offer));
  const unsigned number = taken.found ? ++numbers_ : taken.number;
  if (taken.found) {
    if (auto adopted = drafts_->adopt(*taken.found, number); !adopted) return adopted;
  }
  // A text that cannot be shown is offered again.
  const auto back = [&](const Error& error) {
    offers_.push_back({taken.draft, {}, number});
    return fail_with(error);
  };
  if (!session.comparing() || show_same(session)) side = Side::a;
  if (Slot& mine = slot(session, side); mine) {
    put_away(*mine);
    mine.reset();
  }
  const bool both = show_same(session);
  for (const Side one : {Side::a, Side::b}) {
    if (one != side && !both) continue;
    if (const auto done = session.change(session.selection().with_text(one, taken.draft.source)); !done)
      return back(done.error());
  }
  begin(session, side);
  Slot& mine = slot(session, side);
  if (!mine) return {};
  mine->draft = number;
  mine->given.clear();
  is_open_ = true;
  side_ = side;
  field.go_to = TextSelection{};
  return {};
}

void Workbench::discard(std::size_t offer) {
  if (offer >= offers_.size()) return;
  const Offer gone = offers_[offer];
  offers_.erase(offers_.begin() + static_cast<std::ptrdiff_t>(offer));
  if (gone.found) {
    Drafts::discard(*gone.found);
  } else {
    drafts_->drop(gone.number);
  }
}

}  // namespace bankloom::ui
