#include "host/isolation/worker_process.hpp"

#include "host/base/text.hpp"
#include "host/isolation/worker.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <poll.h>
#include <thread>
#include <unistd.h>

namespace gridcensus::host {

namespace {

/// How often a worker that is at work is looked after.
constexpr int look_ms = 20;
/// How long a worker may go on after it was told to stop.
constexpr auto patience = std::chrono::seconds{2};
/// How long a process whose line has ended may take to be gone.
constexpr auto time_to_end = std::chrono::seconds{1};

}  // namespace

WorkerProcess::WorkerProcess(const std::filesystem::path& program, WorkerLimits limits) : limits_{limits} {
  auto line = open_line();
  auto stops = open_line();
  line_ = std::move(line.first);
  set_nonblocking(line_);
  stops_ = std::move(stops.first);
  child_.emplace(ChildStart{.program = program,
                            .arguments = {worker_command},
                            .descriptors = {line.second.number(), stops.second.number()},
                            .shares_stderr = true});
}

Message WorkerProcess::ask(const Message& request, const std::function<bool()>& wants_stop) {
  unsent_ = packed(++number_, request);
  const auto began = Clock::now();
  std::optional<Clock::time_point> told;
  send();
  while (true) {
    pollfd line{line_.number(), static_cast<short>(unsent_.empty() ? POLLIN : POLLIN | POLLOUT), 0};
    if (::poll(&line, 1, look_ms) > 0) {
      if ((line.revents & POLLOUT) != 0) send();
      if ((line.revents & ~POLLOUT) != 0) {
        if (auto answer = receive()) return *std::move(answer);
      }
    }
    check_limits(began);
    if (!told && wants_stop()) {
      told = Clock::now();
      // Where nobody hears it, the patience ends.
      ::send(stops_.number(), &number_, sizeof number_, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    if (told && Clock::now() - *told > patience) {
      child_->kill();
      throw Stopped{};
    }
  }
}

void WorkerProcess::send() {
  while (!unsent_.empty()) {
    const ssize_t sent = ::send(line_.number(), unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    // A line that has ended is found out by reading: an answer may still be in it.
    if (sent < 0 && errno != EAGAIN) unsent_.clear();
    if (sent < 0) return;
    unsent_.erase(0, static_cast<std::size_t>(sent));
  }
}

std::optional<Message> WorkerProcess::receive() {
  std::array<char, 65536> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): it is read into
  while (true) {
    const ssize_t count = ::recv(line_.number(), buffer.data(), buffer.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return std::nullopt;
    if (count <= 0) lose_at_end_of_line();
    answers_.add({buffer.data(), static_cast<std::size_t>(count)});
    try {
      if (auto answer = answers_.next()) {
        if (answer->number != number_) lose("gave an answer to something else");
        return std::move(answer->message);
      }
    } catch (const NoMessage&) {
      lose("wrote something that is no answer");
    }
  }
}

void WorkerProcess::lose(const std::string& why) {
  child_->kill();
  throw WorkerLost{why};
}

void WorkerProcess::lose_at_end_of_line() {
  const auto until = Clock::now() + time_to_end;
  while (child_->is_running() && Clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds{1});
  if (child_->is_running()) lose("closed its line to this program");
  throw WorkerLost{"ended with " + how_ended(child_->status())};
}

void WorkerProcess::check_limits(Clock::time_point began) {
  const std::chrono::duration<double> elapsed = Clock::now() - began;
  if (limits_.seconds && elapsed.count() > *limits_.seconds)
    lose(fmt::format("took longer than {} s", *limits_.seconds));
  if (memory() > limits_.memory_bytes) {
    lose(fmt::format("used more than {} of memory", bytes_text(limits_.memory_bytes)));
  }
}

/// What the process has in memory; 0 where that cannot be told.
std::uint64_t WorkerProcess::memory() const {
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::ifstream file{"/proc/" + std::to_string(child_->id()) + "/statm"};
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  file >> all >> resident;
  return file ? resident * page : 0;
}

std::uint64_t WorkerProcess::peak_memory() const {
  constexpr std::uint64_t kibibyte = 1024;
  std::ifstream file{"/proc/" + std::to_string(child_->id()) + "/status"};
  std::string word;
  std::uint64_t kibibytes = 0;
  while (file >> word) {
    if (word == "VmHWM:" && file >> kibibytes) return kibibytes * kibibyte;
  }
  return 0;
}

}  // namespace gridcensus::host
