// Own kernels on the sides of the picture.
#include <utility>

#include "core/session/session.h"

namespace bankloom {

Result<void> Session::check_own(Choice& choice) const {
  const OwnSource& source = *choice.own;
  if (source.text.size() > kLongestOwnText) {
    return fail("the text is longer than {} KiB, which no kernel's text is", kLongestOwnText / 1024);
  }
  choice.kernel = own_key(source);
  if (!source.base.empty()) {
    const auto base = find_kernel(runs_.catalog(), source.base);
    if (!base) return fail_with(base.error());
  }
  const auto kernel = own_kernel_stub(source, choice.options, runs_.catalog());
  if (const auto options = resolve_options(*kernel, choice.options); !options) return fail_with(options.error());
  return {};
}

void Session::take_stub(Side side) {
  const Choice& chosen = choice(side);
  views_[index_of(side)].own.reset();
  auto& known = own_kernels_[index_of(side)];
  known = chosen.own ? own_kernel_stub(*chosen.own, chosen.options, runs_.catalog()) : nullptr;
}

void Session::take_stubs() {
  for (const Side side : sides()) take_stub(side);
}

Result<void> Session::edit(Side side, OwnSource source) {
  if (side == Side::b && !scene_.b) return fail("nothing is compared: there is no side B to show a text on");
  const Choice& present = choice(side);
  // Another text of the same kernel keeps the options, one of another does not have them.
  const std::string base = present.own ? present.own->base : present.kernel;
  OptionValues options = base == source.base ? present.options : OptionValues{};
  Choice next = own_choice(std::move(source), std::move(options));
  if (auto checked = check(next); !checked) return checked;
  if (next == present) return {};
  const bool stays = present.own ? present.own->base == next.own->base && present.own->path == next.own->path
                                 : present.kernel == next.own->base;
  choice(side) = std::move(next);
  take_stub(side);
  if (!stays) {
    place_wanted_ = true;
    selected_ = {};
  }
  ask();
  return {};
}

std::shared_ptr<const OwnSource> Session::own_text(Side side) const {
  if (side == Side::b && !scene_.b) return nullptr;
  return choice(side).own;
}

std::shared_ptr<const OwnKernel> Session::own_kernel(Side side) const {
  const SideView& view = views_[index_of(side)];
  return own(side) != nullptr && !view.pending ? view.own : nullptr;
}

void Session::revert(Side side) {
  const OwnSource* source = own(side);
  if (source == nullptr || source->base.empty()) return;
  Choice next{source->base, choice(side).options, nullptr};
  if (!check(next)) next.options.clear();
  if (!check(next)) return;
  choice(side) = std::move(next);
  take_stub(side);
  ask();
}

}  // namespace bankloom
