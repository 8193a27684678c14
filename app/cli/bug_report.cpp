#include "cli/bug_report.h"

#include <gnu/libc-version.h>
#include <pwd.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "cli/build_facts.h"
#include "cli/data_folder.h"
#include "cli/doctor.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"

namespace bankloom::cli {
namespace {

bool joins_word(char character) {
  return is_digit(character) || character == '_' || (character >= 'a' && character <= 'z') ||
         (character >= 'A' && character <= 'Z');
}

/// Replaces a text wherever it stands; one of less than 4 characters only as a whole word, because it may well be a
/// part of others.
void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    const auto end = at + what.size();
    const bool is_part = (at > 0 && joins_word(text[at - 1])) || (end < text.size() && joins_word(text[end]));
    if (what.size() < 4 && is_part) {
      at = end;
      continue;
    }
    text.replace(at, what.size(), by);
    at += by.size();
  }
}

/// Replaces paths that are not the system's by their last part. What comes before a path's first '/' in other words
/// ("lesson/name", "https://") makes them none.
std::string without_own_paths(const std::string& line) {
  constexpr std::array<std::string_view, 13> kSystem{"/usr/",  "/lib/", "/lib64/", "/bin/", "/sbin/", "/etc/", "/opt/",
                                                     "/proc/", "/sys/", "/dev/",   "/nix/", "/gnu/",  "/snap/"};
  constexpr std::string_view kEnds = " \t;,:)'\"`";
  std::string kept;
  for (std::size_t at = 0; at < line.size();) {
    const bool begins =
        line[at] == '/' && (kept.empty() || (!joins_word(kept.back()) && kept.back() != '/' && kept.back() != ':' &&
                                             kept.back() != '~' && kept.back() != '>' && kept.back() != '.'));
    if (!begins) {
      kept += line[at++];
      continue;
    }
    const auto end = std::min(line.find_first_of(kEnds, at), line.size());
    const std::string path = line.substr(at, end - at);
    const bool is_system =
        std::ranges::any_of(kSystem, [&](std::string_view folder) { return path.starts_with(folder); });
    const auto slash = path.rfind('/');
    kept += is_system || slash == 0 ? path : "<path>" + path.substr(slash);
    at = end;
  }
  return kept;
}

/// The user's own words, with what stands for them, the longest first.
std::vector<std::pair<std::string, std::string>> own_words(const Context& context) {
  std::vector<std::pair<std::string, std::string>> words;
  const auto add = [&](const std::string& word, const char* by) {
    if (word.size() > 1) words.emplace_back(word, by);
  };
  for (const auto& [kind, by] : {std::pair{UserFolder::home, "<home>"}, std::pair{UserFolder::data, "<data>"},
                                 std::pair{UserFolder::config, "<config>"}, std::pair{UserFolder::state, "<state>"}}) {
    add(user_folder(kind), by);
  }
  if (const auto data = find_data_folder(context.executable)) add(*data, "<bankloom>");
  add(context.executable.parent_path(), "<program>");
  for (const char* variable : {"USER", "LOGNAME", "SUDO_USER"}) add(environment(variable), "<user>");
  for (const char* variable : {"HOSTNAME", "HOST"}) add(environment(variable), "<host>");
  utsname system{};
  if (::uname(&system) == 0) add(static_cast<const char*>(system.nodename), "<host>");
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody else asks
  if (const passwd* const user = ::getpwuid(::getuid()); user != nullptr) {
    add(user->pw_name, "<user>");
    add(user->pw_dir, "<home>");
    const std::string full = user->pw_gecos;
    add(full.substr(0, full.find(',')), "<user>");
  }
  std::ranges::stable_sort(words, std::ranges::greater{}, [](const auto& word) { return word.first.size(); });
  return words;
}

std::string distribution() {
  for (const std::string& line : split_lines(read_file("/etc/os-release").value_or(""))) {
    constexpr std::string_view kName = "PRETTY_NAME=";
    if (line.starts_with(kName)) return line.substr(kName.size());
  }
  return "unknown";
}

}  // namespace

std::string bug_report(const Context& context) {
  const InEnglish in_english;
  utsname system{};
  ::uname(&system);
  std::string found;
  for (const Finding& finding : all_findings(context)) {
    found += fmt::format("{} {}: {}\n", finding.found ? "found  " : "missing", finding.name, finding.detail);
  }
  std::string settings;
  for (const auto& setting : changed_settings()) settings += setting + '\n';
  const auto session = [](const char* variable) {
    const std::string value = environment(variable);
    return value.empty() ? std::string("not set") : value;
  };
  const std::string whole = fmt::format(
      "bankloom {} (commit {}, {})\nsystem: {}\nkernel: {} {} {}\nC library: glibc {}\n"
      "session: XDG_SESSION_TYPE={}, XDG_CURRENT_DESKTOP={}, LANG={}\n\n{}\n"
      "Settings that differ from the usual ones:\n{}",
      kVersion, kCommit, kHostCompiler, distribution(), static_cast<const char*>(system.sysname),
      static_cast<const char*>(system.release), static_cast<const char*>(system.machine), ::gnu_get_libc_version(),
      session("XDG_SESSION_TYPE"), session("XDG_CURRENT_DESKTOP"), session("LANG"), found,
      settings.empty() ? "none\n" : settings);
  const auto words = own_words(context);
  std::string report;
  for (std::string line : split_lines(whole)) {
    for (const auto& [word, by] : words) replace_all(line, word, by);
    report += without_own_paths(line) + '\n';
  }
  return report;
}

}  // namespace bankloom::cli
