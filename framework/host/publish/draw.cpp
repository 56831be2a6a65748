#include "host/publish/draw.hpp"

#include "host/base/errors.hpp"

#include <fmt/format.h>

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
/// How the names of a figure's files end.
constexpr std::array<std::string_view, 4> kinds{".svg", ".pdf", ".dat", ".gp"};
/// Some hundred pictures take seconds. What takes longer hangs.
constexpr auto patience = std::chrono::minutes{5};

/// The program of this name in PATH; empty where there is none.
fs::path find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders{path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin"};
  for (std::string folder; std::getline(folders, folder, ':');) {
    fs::path program = fs::path{folder} / name;
    // An empty entry means the current folder, which is nobody's to start programs from.
    if (program.is_absolute() && fs::is_regular_file(program) && ::access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

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

/// Runs it to its end; what went wrong, or nothing.
std::optional<std::string> run_gnuplot(const fs::path& program, std::vector<std::string> arguments) {
  Child child{{.program = program, .arguments = std::move(arguments)}};
  const auto end = std::chrono::steady_clock::now() + patience;
  while (child.is_running()) {
    if (std::chrono::steady_clock::now() > end) {
      child.kill();
      return "gnuplot hung and was ended";
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  if (child.status() == 0) return std::nullopt;
  return "gnuplot ended with " + how_ended(child.status());
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

Workshop::Workshop() {
  std::error_code error;
  fs::path base = fs::temp_directory_path(error);
  if (error) base = "/tmp";
  std::string name = (base / "gridcensus-report-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw StorageError{name + " cannot be made: " + std::generic_category().message(errno)};
  }
  folder_ = name;
  // A gnuplot that has lost its parent may write once more.
  constexpr auto script = R"(read -r _ <&3; for _ in 1 2 3; do rm -rf -- "$1" && exit; sleep 1; done)";
  auto [own, of_remover] = open_line();
  remover_ = std::make_unique<Child>(ChildStart{.program = "/bin/sh",
                                                .arguments = {"-c", script, "sh", folder_.string()},
                                                .descriptors = {of_remover.number()}});
  line_ = std::move(own);
}

Workshop::~Workshop() {
  line_.close();
  while (remover_->is_running()) std::this_thread::sleep_for(std::chrono::milliseconds{1});
}

std::optional<std::string> draw(std::vector<Figure>& figures, const fs::path& folder, bool with_pdf) {
  std::string all = "cd '" + folder.string() + "'\n";
  for (const Figure& figure : figures) {
    write(folder / (figure.name + ".dat"), figure.data);
    write(folder / (figure.name + ".gp"), script_of(figure, with_pdf));
    all += fmt::format("load '{}.gp'\n", figure.name);
  }
  const fs::path program = find_program("gnuplot");
  if (figures.empty()) return std::nullopt;
  if (program.empty()) return "gnuplot was not found in PATH (on Debian: gnuplot-nox)";
  const fs::path script = folder / "all.gp";
  write(script, all);
  const auto failure = run_gnuplot(program, {script.string()});
  std::size_t missing = 0;
  for (Figure& figure : figures) {
    figure.svg = inline_svg(text_of(folder / (figure.name + ".svg")), figure);
    if (figure.svg.empty()) ++missing;
  }
  if (failure) return fmt::format("{}; {} of {} pictures are missing", *failure, missing, figures.size());
  if (missing > 0) return fmt::format("gnuplot drew nothing of {} of {} pictures", missing, figures.size());
  return std::nullopt;
}

std::vector<std::string> keep_figures(const std::vector<Figure>& figures, const fs::path& from,
                                      const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw StorageError{folder.string() + " cannot be made: " + error.message()};
  std::vector<std::string> names;
  for (const Figure& figure : figures) {
    for (const std::string_view kind : kinds) {
      const std::string name = figure.name + std::string{kind};
      if (fs::exists(from / name)) names.push_back(name);
    }
  }
  std::set<std::string> ours = files_listed(folder / list_name);
  if (!std::ranges::all_of(ours, is_of_a_figure)) {
    throw BadInput{on_command_line("--figures", (folder / list_name).string() + " is no list of figures of a report")};
  }
  for (const auto& name : names) {
    if (fs::exists(fs::symlink_status(folder / name)) && !ours.contains(name)) {
      throw BadInput{on_command_line(
          "--figures", fmt::format("{} is there and was not written by a report; name another folder, or remove it",
                                   (folder / name).string()))};
    }
  }
  // What an earlier report wrote and this one has not stays known, so that a third may replace it.
  ours.insert(names.begin(), names.end());
  std::string list;
  for (const auto& name : ours) list += name + "\n";
  write(folder / list_name, list);
  for (const auto& name : names) write(folder / name, text_of(from / name));
  return names;
}

}  // namespace gridcensus::host::publish
