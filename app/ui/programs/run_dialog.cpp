#include "ui/programs/run_dialog.h"

#include "core/wording/program_view_text.h"
#include "program/toolchain.h"
#include "ui/layout/controls.h"
#include "ui/layout/form.h"

namespace bankloom::ui {

bool RunDialog::begin(Programs& programs) {
  const auto status = programs.status();
  if (status->stage != ProgramStage::asking) return false;
  plan_ = status->plan;
  question_ = status->question;
  done_ = false;
  return true;
}

Row RunDialog::buttons(PanelContext& context) {
  Row row;
  const auto no = [this, &context] {
    context.programs->cancel();
    done_ = true;
  };
  if (!question_.compiler.empty()) {
    const auto yes = [this, &context] {
      context.programs->answer(plan_);
      done_ = true;
    };
    row.add(Button("run it", "Run it", yes, ButtonStyle::accent_b)
                .tooltip("Compiles and runs it now. Your answer is remembered for this content: the file, what it "
                         "includes and the build command; if anyone else changes it, you are asked again."),
            units(110));
  } else if (question_.can_fetch) {
    const auto fetch = [this, &context] {
      context.programs->fetch();
      done_ = true;
    };
    row.add(Button("download", "Download nvcc", fetch, ButtonStyle::accent_b)
                .tooltip("Downloads NVIDIA's packages, with their checksums; nothing runs before you are asked again."),
            units(140));
  }
  row.add(Button("do not", "Cancel", no).tooltip("Nothing is compiled, and nothing runs."), units(90));
  return row;
}

Box RunDialog::page(PanelContext& context) {
  ProgramQuestionFacts facts;
  facts.file = plan_.file.filename().string();
  facts.folder = plan_.file.parent_path().string();
  facts.compiler = question_.compiler;
  facts.missing_compiler = question_.missing_compiler;
  facts.has_own_build = !plan_.build.empty();
  facts.is_kept_apart = question_.is_kept_apart;
  facts.may_write = question_.may_write;
  Column page = Column().gap(8).add(Text(plan_.file.string()).strong().keep_ends());
  for (const bankloom::Text& sentence : program_question_texts(facts)) page.add(Text(sentence).wrap());
  if (facts.compiler.empty()) {
    if (question_.can_fetch) page.add(Text(fetch_compiler_text(program::fetched_toolchain_folder().string())).wrap());
    return page.space(2).add(buttons(context));
  }
  Form form = Form().add(
      "Build", TextField("build", plan_.build)
                   .tooltip("A command that builds the program, as `make`, run in a copy of its folder. Empty: "
                            "nvcc compiles the file alone."));
  form.add(
      "Arguments",
      TextField("arguments", plan_.arguments).tooltip("The program's arguments, separated by spaces as in a shell."));
  return page.space(2).add(form).space(2).add(buttons(context));
}

}  // namespace bankloom::ui
