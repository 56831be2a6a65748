#include "program.hpp"

#include "support/places.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace gridcensus::testing {

namespace {

/// Returns the content of a file; empty if it does not exist.
std::string read(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream{file, std::ios::binary}.rdbuf();
  return text.str();
}

/// The status of a process that the system reports, as far as it is needed here.
struct ProcessStatus {
  pid_t parent = 0;
  bool is_zombie = false;
  std::uint64_t caught = 0;  ///< the signals that it handles, one bit each
};

ProcessStatus status_of(pid_t process) {
  ProcessStatus found;
  std::ifstream status{"/proc/" + std::to_string(process) + "/status"};
  for (std::string line; std::getline(status, line);) {
    const std::string value = line.substr(std::min(line.size(), line.find('\t') + 1));
    if (line.starts_with("State:")) found.is_zombie = value.starts_with("Z");
    if (line.starts_with("PPid:")) found.parent = std::stoi(value);
    if (line.starts_with("SigCgt:")) found.caught = std::stoull(value, nullptr, 16);
  }
  return found;
}

/// Returns the child of a process, or 0 if it has none.
pid_t child_of(pid_t process) {
  for (const auto& entry : std::filesystem::directory_iterator{"/proc"}) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (status_of(std::stoi(name)).parent == process) return std::stoi(name);
  }
  return 0;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (auto& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

Program::Program(const std::vector<std::string>& arguments, const Options& options) {
  const auto out_file = options.to_file.value_or(folder_ / "stdout");
  const auto err_file = folder_ / "stderr";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, options.from_file.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out_file.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err_file.c_str(), O_WRONLY | O_CREAT, 0600);
  if (!options.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, options.folder.c_str());
  std::vector<std::string> command{program_file()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment = options.environment;
  for (char** entry = environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
  const int error = posix_spawn(&child_, command[0].c_str(), &actions, nullptr, pointers(command).data(),
                                pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::system_error{error, std::generic_category(), command[0]};
}

Program::~Program() {
  if (child_ > 0) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
}

bool Program::has_ended() const { return status_of(child_).is_zombie; }

void Program::wait_for_file(const std::filesystem::path& file) const {
  while (!std::filesystem::exists(file) && !has_ended()) std::this_thread::sleep_for(std::chrono::milliseconds{5});
}

void Program::wait_for_error_text(const std::string& text) const {
  while (read(folder_ / "stderr").find(text) == std::string::npos && !has_ended()) {
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
}

void Program::wait_until_it_catches(int signal) const {
  while (true) {
    if (has_ended()) return;
    // The waiting process forwards signals to the counting process.
    const pid_t counting = child_of(child_);
    if (counting > 0 && (status_of(counting).caught >> (signal - 1) & 1U) != 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
}

pid_t Program::counting_process() const { return child_of(child_); }

void Program::send(int signal) const { kill(child_, signal); }

Program::Ended Program::wait() {
  int status = 0;
  while (waitpid(child_, &status, 0) < 0) {
    if (errno != EINTR) throw std::system_error{errno, std::generic_category(), "waitpid"};
  }
  child_ = -1;
  Ended ended;
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ended.out = read(folder_ / "stdout");
  ended.err = read(folder_ / "stderr");
  return ended;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream{text};
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace gridcensus::testing
