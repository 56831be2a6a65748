#include "host/publish/draw.hpp"

#include "host/base/errors.hpp"
#include "host/process/child.hpp"
#include "host/process/descriptor.hpp"
#include "host/process/search_path.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace gridcensus::host::publish {

namespace fs = std::filesystem;

namespace {

constexpr auto list_name = "figures.txt";
/// The endings of a figure's file names.
constexpr std::array<std::string_view, 4> kinds{".svg", ".pdf", ".dat", ".gp"};
/// Some hundred pictures take seconds, so a longer run counts as hung.
constexpr auto gnuplot_timeout = std::chrono::minutes{5};

std::string text_of(const fs::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream out{file, std::ios::binary};
  out << text;
  out.close();
  if (!out) throw StorageError{file.string() + " cannot be written: " + std::generic_category().message(errno)};
}

/// A file without a name, which disappears with the last process that has it open.
class UnnamedFile {
 public:
  UnnamedFile() : descriptor_{::memfd_create("gridcensus report", MFD_CLOEXEC)} {
    if (number() < 0) throw StorageError{"no file in memory: " + std::generic_category().message(errno)};
  }

  int number() const { return descriptor_.number(); }
  /// Returns the path under which this process can open it.
  fs::path path() const { return fmt::format("/proc/self/fd/{}", number()); }

 private:
  Descriptor descriptor_;
};

/// Runs a gnuplot script to its end. `output` then has what the script wrote to /proc/self/fd/4.
///
/// @return  the error, for the user; nullopt if there was none
std::optional<std::string> run_gnuplot(const fs::path& program, const std::string& commands,
                                       const UnnamedFile& output) {
  const UnnamedFile script;
  write(script.path(), commands);
  Child child{
      {.program = program, .arguments = {"/proc/self/fd/3"}, .descriptors = {script.number(), output.number()}}};
  const auto end = std::chrono::steady_clock::now() + gnuplot_timeout;
  while (child.is_running()) {
    if (std::chrono::steady_clock::now() > end) {
      child.kill();
      return "gnuplot hung and was ended";
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  if (child.status() == 0) return std::nullopt;
  return "gnuplot ended with " + describe_exit(child.status());
}

/// Returns the picture of a figure among those that gnuplot wrote consecutively; empty if it is missing.
std::string picture_of(const Figure& figure, const std::string& pictures) {
  // Series have titles, too, but no description below them.
  const auto title = pictures.find(fmt::format("<title>{}</title>\n<desc>", figure.name));
  const auto begin = pictures.rfind("<svg", title);
  const auto end = pictures.find("</svg>", title);
  if (title == std::string::npos || begin == std::string::npos || end == std::string::npos) return {};
  return pictures.substr(begin, end + std::string_view{"</svg>"}.size() - begin);
}

/// Returns a text in quotes that gnuplot reads back unchanged.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char character : text) result.append(character == '\'' ? "''" : std::string(1, character));
  return result + "'";
}

bool is_of_a_figure(const std::string& file) {
  return std::ranges::any_of(kinds, [&](std::string_view kind) { return file.ends_with(kind); });
}

std::set<std::string> files_listed(const fs::path& list) {
  std::istringstream lines{text_of(list)};
  std::set<std::string> names;
  for (std::string line; std::getline(lines, line);) names.insert(line);
  return names;
}

}  // namespace

std::optional<std::string> draw(std::vector<Figure>& figures) {
  if (figures.empty()) return std::nullopt;
  const fs::path program = find_program("gnuplot");
  if (program.empty()) return "gnuplot was not found in PATH (on Debian: gnuplot-nox)";
  std::string script = "set output '/proc/self/fd/4'\n";
  for (const Figure& figure : figures) script += commands_of(figure);
  const UnnamedFile pictures;
  const auto failure = run_gnuplot(program, script, pictures);
  const std::string drawn = text_of(pictures.path());
  std::size_t missing = 0;
  for (Figure& figure : figures) {
    figure.svg = inline_svg(picture_of(figure, drawn), figure);
    if (figure.svg.empty()) ++missing;
  }
  if (failure) return fmt::format("{}; {} of {} pictures are missing", *failure, missing, figures.size());
  if (missing > 0) return fmt::format("gnuplot did not draw {} of {} pictures", missing, figures.size());
  return std::nullopt;
}

std::size_t export_figures(const std::vector<Figure>& figures, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw StorageError{folder.string() + " cannot be made: " + error.message()};
  std::set<std::string> ours = files_listed(folder / list_name);
  if (!std::ranges::all_of(ours, is_of_a_figure)) {
    throw BadInput{on_command_line(
        "--figures", (folder / list_name).string() + " is not a list of figures of a report; name another folder")};
  }
  std::vector<std::string> names;
  for (const Figure& figure : figures) {
    for (const std::string_view kind : kinds) {
      const bool is_picture = kind == ".svg" || kind == ".pdf";
      if (!is_picture || !figure.svg.empty()) names.push_back(figure.name + std::string{kind});
    }
  }
  for (const auto& name : names) {
    if (fs::exists(fs::symlink_status(folder / name)) && !ours.contains(name)) {
      throw BadInput{on_command_line(
          "--figures", fmt::format("{} exists and was not written by a report; name another folder, or remove it",
                                   (folder / name).string()))};
    }
  }
  // Keeps the names of files that an earlier report wrote and this one did not, so a later report may replace them.
  ours.insert(names.begin(), names.end());
  std::string list;
  for (const auto& name : ours) list += name + "\n";
  write(folder / list_name, list);
  std::string script = fmt::format("cd {}\n", quoted(fs::absolute(folder).string()));
  for (const Figure& figure : figures) {
    write(folder / (figure.name + ".dat"), figure.data);
    write(folder / (figure.name + ".gp"), script_of(figure));
    if (!figure.svg.empty()) script += fmt::format("load '{}.gp'\n", figure.name);
  }
  if (const fs::path program = find_program("gnuplot"); !program.empty()) run_gnuplot(program, script, UnnamedFile{});
  return static_cast<std::size_t>(
      std::ranges::count_if(names, [&](const auto& name) { return fs::exists(folder / name); }));
}

}  // namespace gridcensus::host::publish
