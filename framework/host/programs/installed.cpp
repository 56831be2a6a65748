#include "host/programs/installed.hpp"

#include "host/base/errors.hpp"
#include "host/base/permissions.hpp"
#include "host/base/sha256.hpp"
#include "host/base/text.hpp"
#include "host/document/document.hpp"
#include "host/process/process_tree.hpp"
#include "host/process/search_path.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace gridcensus::host {

namespace {

using Path = std::filesystem::path;

/// Returns the environment of a program.
std::vector<std::string> environment_of(const Description& description) {
  std::string path;
  for (const Path& folder : search_path()) path += (path.empty() ? "" : ":") + folder.string();
  std::vector<std::string> environment{"PATH=" + path, "LANG=C.UTF-8", "PYTHONDONTWRITEBYTECODE=1"};
  std::error_code error;
  // The package with which strategies in Python speak the protocol.
  if (const Path python = data_file("python"); std::filesystem::is_directory(python, error)) {
    environment.push_back("PYTHONPATH=" + python.string());
  }
  for (const std::string& entry : description.environment) {
    const std::string name = entry.substr(0, entry.find('='));
    std::erase_if(environment, [&](const std::string& other) { return other.starts_with(name + "="); });
    if (name != entry) {
      environment.push_back(entry);
    } else if (const char* const value = std::getenv(name.c_str())) {  // NOLINT(concurrency-mt-unsafe)
      environment.push_back(name + "=" + value);
    }
  }
  return environment;
}

}  // namespace

ProcessLimits with_memory_limit(ProcessLimits limits) {
  if (!limits.memory_bytes)
    limits.memory_bytes = memory_of_machine() / std::max(1U, std::thread::hardware_concurrency());
  return limits;
}

InstalledProgram::InstalledProgram(const Description& description, bool allow_insecure)
    : folder_{description.folder()}, environment_{environment_of(description)} {
  not_scripts_.insert(add_file(description.file, allow_insecure));
  const std::string& program = description.command.front();
  const Path found = find_executable(program);
  if (found.empty()) {
    why_missing_ = "its program " + printable(program) +
                   (program.starts_with("./") ? " is not there, or not executable: build it" : " is not installed");
  } else {
    executable_ = std::filesystem::canonical(found);
    add_file(executable_, allow_insecure);
  }
  const auto add_all = [&](const std::vector<std::string>& words) {
    for (const auto& word : words) {
      if (word.starts_with("./")) add_file(resolved(word), allow_insecure);
    }
  };
  add_all({description.command.begin() + 1, description.command.end()});
  add_all(description.files);
  // Code of ours that the program imports, or that asks it, can change its numbers like its own.
  const Path package = data_file("python") / "gridcensus";
  if (description.asked) add_package(package / "asked", allow_insecure);
  if (description.asked || executable_.filename().string().starts_with("python")) add_package(package, allow_insecure);
  if (!why_missing_ && description.asked && find_program("python3").empty()) {
    why_missing_ = "Python 3, which asks its program, is not installed";
  }
}

Path InstalledProgram::find_executable(const std::string& word) const {
  if (word.starts_with("./") || word.starts_with('/')) {
    const Path file = resolved(word);
    return is_executable(file) ? file : Path{};
  }
  if (word.find('/') != std::string::npos) {
    throw UnusableProgram{
        fmt::format("its program {} is in a relative folder: write its whole path, a name that is in "
                    "PATH, or ./NAME for a file beside the description",
                    printable(word))};
  }
  return find_program(word);
}

void InstalledProgram::add_package(const Path& folder, bool allow_insecure) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator{folder, error}) {
    if (entry.path().extension() == ".py") not_scripts_.insert(add_file(entry.path(), allow_insecure));
  }
}

std::filesystem::path InstalledProgram::add_file(const Path& file, bool allow_insecure) {
  std::error_code error;
  Path canonical = std::filesystem::canonical(file, error);
  if (error || !std::filesystem::is_regular_file(canonical, error)) {
    throw UnusableProgram{"its file " + printable(file.string()) + " is missing, or is not a regular file"};
  }
  if (!allow_insecure) {
    if (const auto reason = why_insecure(canonical)) {
      throw UnusableProgram{fmt::format("of {}: {}; not run, because others could have modified it",
                                        printable(canonical.string()), *reason)};
    }
  }
  try {
    files_.emplace(canonical, File{sha256_of_file(canonical), stamp_of(canonical)});
  } catch (const std::system_error& unreadable) {
    throw UnusableProgram{unreadable.what()};
  }
  return canonical;
}

InstalledProgram::Stamp InstalledProgram::stamp_of(const Path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) throw std::system_error{errno, std::generic_category(), file.string()};
  return {status.st_dev, status.st_ino, status.st_size, status.st_ctim.tv_sec, status.st_ctim.tv_nsec};
}

std::string InstalledProgram::resolved(const std::string& word) const {
  return word.starts_with("./") ? (folder_ / word.substr(2)).string() : word;
}

std::string InstalledProgram::hash() const {
  std::set<std::string> lines;
  for (const auto& [path, file] : files_) lines.insert(path.filename().string() + " " + file.sha256 + "\n");
  return sha256_of(fmt::format("{}", fmt::join(lines, "")));
}

std::vector<std::string> InstalledProgram::scripts() const {
  constexpr std::size_t digits = 8;
  std::vector<std::string> names;
  for (const auto& [path, file] : files_) {
    const bool is_beside = path != executable_ || path.parent_path() == std::filesystem::weakly_canonical(folder_);
    if (is_beside && !not_scripts_.contains(path)) names.push_back("script " + file.sha256.substr(0, digits));
  }
  return names;
}

ChildOptions InstalledProgram::start(const std::vector<std::string>& words, const ScratchFolder& folder) const {
  check_unchanged();
  ChildOptions start;
  start.program = find_executable(words.front());
  for (auto word = words.begin() + 1; word != words.end(); ++word) start.arguments.push_back(resolved(*word));
  start.environment = environment_;
  start.environment->push_back("HOME=" + folder.path().string());
  start.environment->push_back("TMPDIR=" + folder.path().string());
  start.directory = folder.path();
  start.scratch = folder.path();
  start.is_kept = true;
  return start;
}

void InstalledProgram::check_unchanged() const {
  for (const auto& [path, file] : files_) {
    try {
      if (stamp_of(path) == file.stamp || sha256_of_file(path) == file.sha256) continue;
    } catch (const std::system_error& error) {
      throw std::runtime_error{fmt::format("its file {} cannot be read any more: {}", path.string(), error.what())};
    }
    throw std::runtime_error{fmt::format("its file {} is another one than when it was found", path.string())};
  }
}

}  // namespace gridcensus::host
