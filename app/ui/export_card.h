// ExportCard: asks what is to be exported and where to, and shows how far a film is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ui/export_request.h"
#include "ui/layout/form.h"
#include "ui/panel.h"

namespace bankloom::ui {

class ExportCard {
 public:
  /// Its contents; `close` closes the card, which gives a film up.
  [[nodiscard]] Box page(PanelContext& context, const std::function<void()>& close);
  void ask(ExportRequest wanted) {
    wanted_ = std::move(wanted);
    problem_.clear();
    saved_.clear();
  }
  /// Writes the file with what is chosen, as its button does.
  void press_return() { writes_ = true; }
  [[nodiscard]] std::optional<ExportRequest> take_request() { return std::exchange(wanted_, std::nullopt); }
  /// Shows why nothing was exported, until the next try.
  void tell(std::string problem) { problem_ = std::move(problem); }
  /// Says where the file is, with a button that opens it.
  void tell_saved(std::filesystem::path file) { saved_ = std::move(file); }
  void set_folder(std::string folder) { folder_ = std::move(folder); }
  [[nodiscard]] const std::string& folder() const { return folder_; }

  struct Progress {
    std::size_t done = 0, all = 0;
  };
  std::optional<Progress> progress;  ///< of the film that is being drawn

 private:
  /// What is chosen, without a file.
  [[nodiscard]] ExportRequest chosen(const Session& session) const;
  void suggest_name(const Session& session);
  void set_ending(std::string_view ending);
  [[nodiscard]] static Box film_page(PanelContext& context, const Progress& film, const std::function<void()>& close);
  void add_what(Form& form);
  void add_file(PanelContext& context, Form& form, const std::function<void()>& make);
  void add_outcome(PanelContext& context, Form& form) const;
  void add_steps(Form& form, const Session& session);

  enum class What : std::uint8_t { window, view, figure } what_ = What::window;
  std::size_t view_ = 0, figure_ = 0;  ///< of panels() and paper_figures()
  int scale_ = 1;
  std::string folder_, name_;
  std::string suggested_;  ///< the name unless a person gives another
  FilmRequest film_;
  std::string problem_;
  std::filesystem::path saved_;  ///< the last file that was written; empty: none
  std::optional<ExportRequest> wanted_;
  bool writes_ = false;
};

}  // namespace bankloom::ui
