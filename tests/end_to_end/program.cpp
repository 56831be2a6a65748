#include "program.hpp"

#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <csignal>
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

/// Empty where there is no such file.
std::string read(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream{file, std::ios::binary}.rdbuf();
  return text.str();
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
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out_file.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err_file.c_str(), O_WRONLY | O_CREAT, 0600);
  if (!options.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, options.folder.c_str());
  std::vector<std::string> command{GRIDCENSUS_PROGRAM};
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

void Program::wait_until_it_catches(int signal) const {
  for (bool is_caught = false; !is_caught;) {
    std::ifstream status{"/proc/" + std::to_string(child_) + "/status"};
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("State:") && line.find('Z') != std::string::npos) return;
      if (!line.starts_with("SigCgt:")) continue;
      is_caught = (std::stoull(line.substr(line.find('\t')), nullptr, 16) >> (signal - 1) & 1U) != 0;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
}

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

}  // namespace gridcensus::testing
