#include "cli/lesson_files.h"

#include <algorithm>

#include "cli/data_folder.h"
#include "core/base/files.h"

namespace bankloom::cli {

void add_lessons(CLI::App& app, std::string& folder) {
  app.add_option("--lessons", folder, "A folder with lessons of your own; BANKLOOM_LESSONS can name one too")
      ->take_last()
      ->type_name("FOLDER");
}

Result<std::vector<learn::Lesson>> lessons_of(const Context& context, const std::string& folder, Catalog& catalog) {
  std::vector<std::string> names(catalog.lessons.size());
  std::ranges::transform(catalog.lessons, names.begin(), &Lesson::name);
  TRY(const auto data, find_data_folder(context.executable));
  TRY(auto lessons, learn::load_lessons(data / "kernels", names));
  const std::string own = folder.empty() ? environment("BANKLOOM_LESSONS") : folder;
  if (own.empty()) return lessons;
  TRY(add_kernels(catalog, own));
  TRY(auto added, learn::load_lessons(own, {}));
  lessons.insert(lessons.end(), std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
  return lessons;
}

}  // namespace bankloom::cli
