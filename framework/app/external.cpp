#include "app/external.hpp"

#include "app/commands.hpp"
#include "host/base/errors.hpp"
#include "host/document/document.hpp"
#include "host/process/search_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace gridcensus::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "gridcensus-";

fs::path own_place() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored);
}

/// Replaces this process, and returns only if that fails.
void become(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));  // NOLINT: as execv declares
  arguments.push_back(nullptr);
  setenv("GRIDCENSUS_PROGRAM", own_place().c_str(), 1);
  // Ignored signals stay ignored in the new program, which does not expect it.
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_DFL);
  execvp(arguments.front(), arguments.data());
  const int reason = errno;
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  unsetenv("GRIDCENSUS_PROGRAM");
  errno = reason;
}

fs::path package() { return host::data_file("python/gridcensus"); }

fs::path module_of(std::string name) {
  std::ranges::replace(name, '-', '_');
  return package() / "views" / (name + ".py");
}

bool is_view(const std::string& name) {
  std::error_code ignored;
  const bool is_name = !name.empty() && name.front() != '_' && name.find('/') == std::string::npos;
  return is_name && fs::is_regular_file(module_of(name), ignored);
}

/// Replaces this process by a command with words behind it. Returns the reason if it cannot.
std::string start(std::vector<std::string> command, std::span<const std::string> words) {
  command.insert(command.end(), words.begin(), words.end());
  become(command);
  return std::generic_category().message(errno);
}

}  // namespace

std::string start_package(const std::vector<std::string>& words) {
  return start({"python3", (package() / "__main__.py").string()}, words);
}

void start_external(const std::vector<std::string>& words) {
  const std::string program = std::string{prefix} + words.front();
  const std::span rest = std::span{words}.subspan(1);
  if (const auto beside = own_place().parent_path() / program; host::is_executable(beside)) start({beside}, rest);
  if (is_view(words.front())) {
    throw host::BadInput{fmt::format(
        "gridcensus {} needs Python 3.11 or newer, and python3 cannot be started: {} (Debian: apt install python3)",
        words.front(), start_package(words))};
  }
  if (const auto own = host::find_program(program); !own.empty()) {
    throw host::BadInput{
        host::on_command_line("", fmt::format("{} cannot be started: {}", own.string(), start({own}, rest)))};
  }
  for (const auto& group : command_groups()) {
    if (std::ranges::find(group.views, words.front(), &View::name) != group.views.end())
      throw host::BadInput{
          fmt::format("gridcensus {} is a module of the package for Python, which lacks {}; install "
                      "gridcensus again",
                      words.front(), module_of(words.front()).string())};
  }
}

std::vector<std::string> own_commands() {
  auto folders = host::search_path();
  folders.push_back(own_place().parent_path());
  std::set<std::string> names;
  for (const auto& folder : folders) {
    std::error_code error;
    for (fs::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      if (name.starts_with(prefix) && name.size() > prefix.size() && host::is_executable(entry->path()))
        names.insert(name.substr(prefix.size()));
    }
  }
  return {names.begin(), names.end()};
}

}  // namespace gridcensus::app
