#include "app/command_line.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/catalog/catalog.hpp"
#include "host/document/document.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace gridcensus::app {

namespace {

namespace fs = std::filesystem;

struct TemplateKind {
  std::string option;
  std::string folder;
  std::string what;
};

const std::array<TemplateKind, 3>& kinds() {
  static const std::array<TemplateKind, 3> all{{
      {"exact", "exact", "an exact sum: bands of 3xC (the default)"},
      {"sampling", "sampling", "an estimate with its error: grids by random descents"},
      {"with-input", "with_input", "exact values of others as inputs: a bound of essentially different grids"},
  }};
  return all;
}

const TemplateKind& chosen_kind(const Arguments& arguments) {
  std::vector<const TemplateKind*> chosen;
  for (const auto& kind : kinds()) {
    if (arguments.has(kind.option)) chosen.push_back(&kind);
  }
  if (chosen.size() > 1) {
    throw host::BadInput{fmt::format("--{} and --{} contradict each other", chosen[0]->option, chosen[1]->option)};
  }
  return chosen.empty() ? kinds().front() : *chosen.front();
}

/// What the name must not be, since it also names a namespace and a target of CMake.
const std::set<std::string>& reserved_names() {
  static const auto names = [] {
    std::istringstream words{
        "alignas alignof and and_eq asm auto bitand bitor bool break case catch char class clean co_await "
        "co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype "
        "default delete do double dynamic_cast else enum explicit export extern false final float for friend goto "
        "gridcensus help if inline install int linux long mathematics_test mutable namespace new noexcept not "
        "not_eq nullptr operator or or_eq override package private protected public register reinterpret_cast "
        "requires return short signed sizeof static static_assert static_cast std struct switch template test "
        "testing this thread_local throw true try typedef typeid typename union unix unsigned using virtual void "
        "volatile wchar_t while xor xor_eq"};
    return std::set<std::string>{std::istream_iterator<std::string>{words}, {}};
  }();
  return names;
}

void check_name(const Arguments& arguments, const std::string& name) {
  const auto refuse = [](const std::string& why) { return host::BadInput{host::on_command_line("NAME", why)}; };
  constexpr std::size_t longest = 60;
  if (!host::is_snake_case(name) || name.find("__") != std::string::npos || name.size() > longest) {
    throw refuse(
        fmt::format("{} is not snake_case, such as row_by_row: small letters, digits and single underscores, "
                    "first a letter, at most {} characters",
                    host::printable(name), longest));
  }
  if (reserved_names().contains(name)) throw refuse(name + " is a word of C++ or CMake");
  auto catalog = open_catalog_with_refusals(arguments);
  if (catalog.find(name) != nullptr) {
    throw refuse(fmt::format("{} is the id of {}: two strategies cannot have one id", name,
                             host::printable(catalog.find(name)->file.string())));
  }
}

/// "RowByRow" of row_by_row.
std::string class_name_of(const std::string& name) {
  std::string camel;
  bool begins = true;
  for (const char c : name) {
    if (c != '_') camel += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = c == '_';
  }
  return camel;
}

struct NewFile {
  std::string name;
  std::string text;
};

std::vector<NewFile> files_of(const TemplateKind& kind, const std::string& name) {
  const fs::path folder = host::data_file("templates") / kind.folder;
  std::vector<NewFile> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator{folder, error}) {
    std::string text = host::read_text_file(entry.path());
    boost::replace_all(text, "new_strategy", name);
    boost::replace_all(text, "NewStrategy", class_name_of(name));
    files.push_back({entry.path().filename().string(), std::move(text)});
  }
  if (files.empty()) {
    throw host::BadInput{fmt::format("the templates in {} are not there: install gridcensus again", folder.string())};
  }
  std::ranges::sort(files, {}, &NewFile::name);
  return files;
}

/// Writes all files into a new folder, or leaves nothing behind.
///
/// @throws BadInput      the folder is there, or the one that it shall be in is not.
/// @throws StorageError  it cannot be written.
void write_folder(const fs::path& folder, const std::vector<NewFile>& files) {
  const fs::path parent = folder.parent_path();
  std::error_code error;
  std::error_code ignored;
  if (!fs::is_directory(parent, ignored)) {
    throw host::BadInput{host::on_command_line("-C", host::printable(parent.string()) + " is no folder" +
                                                         (fs::exists(parent, ignored) ? "" : ": make it first"))};
  }
  const bool is_new = fs::create_directory(folder, error);
  if (!is_new && (!error || fs::exists(fs::symlink_status(folder, ignored)))) {
    throw host::BadInput{
        host::on_command_line("NAME", host::printable(folder.string()) + " is there, and nothing is written over")};
  }
  for (auto file = files.begin(); !error && file != files.end(); ++file) {
    std::ofstream stream{folder / file->name, std::ios::binary};
    stream << file->text;
    stream.close();
    if (!stream) error.assign(errno, std::generic_category());
  }
  if (!error) return;
  if (is_new) fs::remove_all(folder, ignored);
  throw host::StorageError{"cannot write " + host::printable(folder.string()) + ": " + error.message()};
}

/// What to type next. What has to be typed for the prefix: nothing where CMake looks by itself.
std::string next_steps(const fs::path& folder) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path prefix = program.parent_path().parent_path();
  const bool is_installed = !fs::exists(prefix / "CMakeCache.txt", error);
  const bool is_found_anyway = prefix == "/usr" || prefix == "/usr/local";
  std::string text = "Next:\n";
  std::string from = prefix.string();
  if (!is_installed) {
    text += fmt::format("  cmake --install {} --prefix \"$HOME/gridcensus\"\n", host::shell_word(prefix.string()));
    from = "$HOME/gridcensus";
  }
  text += fmt::format("  cd {}\n", host::shell_word(folder.string()));
  if (is_found_anyway)
    text += "  cmake -B build\n";
  else if (is_installed)
    text += fmt::format("  cmake -B build -DCMAKE_PREFIX_PATH={}\n", host::shell_word(from));
  else
    text += "  cmake -B build -DCMAKE_PREFIX_PATH=\"$HOME/gridcensus\"\n";
  return text + fmt::format(
                    "  cmake --build build\n"
                    "  ctest --test-dir build --output-on-failure\n"
                    "Then put your mathematics into mathematics.cpp, and say in plugin.cpp what it\n"
                    "counts. What each file is for:\n  {}\n",
                    host::printable(is_installed ? (prefix / "share/doc/gridcensus/docs/write-a-strategy.md").string()
                                                 : "docs/write-a-strategy.md"));
}

Options template_options() {
  Options options;
  for (const auto& kind : kinds()) options.push_back({kind.option, "", "Begin with " + kind.what + "."});
  return options;
}

host::ExitCode run_new_strategy(const Arguments& arguments) {
  const std::string name = arguments.required("NAME");
  const auto& kind = chosen_kind(arguments);
  check_name(arguments, name);
  const fs::path folder = fs::absolute(arguments.text("directory").value_or(".")).lexically_normal() / name;
  const auto files = files_of(kind, name);
  write_folder(folder, files);
  std::string text = fmt::format("{}: {}\n", host::printable(folder.string()), kind.what);
  for (const auto& file : files) text += "  " + file.name + "\n";
  print(text + next_steps(folder));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command new_strategy_command{
    .name = "new-strategy",
    .brief = "a working start",
    .summary = "Write a strategy that works, to put your own mathematics into.",
    .usage = "NAME [options]",
    .argument = "NAME",
    .examples =
        "  gridcensus new-strategy row_by_row\n"
        "  gridcensus new-strategy my_sampler --sampling -C \"$HOME/strategies\"\n",
    .options = joined({template_options(),
                       {{"directory", "DIR", "The place of the new folder NAME; the current folder by default.", "C"}},
                       catalog_options()}),
    .run = run_new_strategy};

}  // namespace gridcensus::app
