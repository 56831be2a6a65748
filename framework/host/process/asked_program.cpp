#include "host/process/asked_program.hpp"

#include "host/base/text.hpp"
#include "host/process/descriptor.hpp"
#include "host/process/last_lines.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <poll.h>
#include <system_error>
#include <utility>

namespace gridcensus::host {

namespace {

using Clock = std::chrono::steady_clock;
using Reason = ProgramFailed::Reason;

/// The interval between two polls.
constexpr std::chrono::milliseconds poll_interval{20};

Descriptor opened(const std::filesystem::path& input) {
  if (input.empty()) return Descriptor{};
  Descriptor file{::open(input.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.number() < 0) throw std::system_error{errno, std::generic_category(), input.string()};
  return file;
}

/// A running program, until it has answered.
class RunningProgram {
 public:
  RunningProgram(ChildOptions start, const std::filesystem::path& input, const ProcessLimits& limits)
      : limits_{limits} {
    const Descriptor from = opened(input);
    auto [own, of_program] = open_pipe();
    output_ = std::move(own);
    set_nonblocking(output_);
    start.descriptors = {};
    start.shares_stderr = false;
    start.input = from.number();
    start.output = of_program.number();
    start.errors = errors_.child_end();
    start.is_kept = true;
    child_.emplace(start);
    errors_.release_child_end();
  }

  AskedAnswer answer(const std::function<void()>& on_poll) {
    for (auto next = Clock::now(); true;) {
      if (Clock::now() >= next) {
        check_limits();
        on_poll();
        next = Clock::now() + poll_interval;
      }
      wait(next);
      const bool has_ended = !child_->is_running();
      // Everything that it printed before its end is available now.
      read();
      if (has_ended) return conclude();
    }
  }

 private:
  void wait(Clock::time_point until) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    std::array<pollfd, 3> news{pollfd{output_.number(), POLLIN, 0}, pollfd{errors_.descriptor(), POLLIN, 0},
                               pollfd{child_->end_descriptor(), POLLIN, 0}};
    ::poll(news.data(), news.size(), std::max(0, static_cast<int>(left.count())));
  }

  /// Reads the available output without waiting.
  void read() {
    errors_.read();
    while (output_.number() >= 0) {
      const ssize_t count = read_more(output_.number(), printed_);
      if (count < 0 && errno == EAGAIN) return;
      if (count <= 0) output_.close();
      if (printed_.size() > limits_.output_bytes) {
        fail(Reason::output, fmt::format("printed more than {}", bytes_text(limits_.output_bytes)));
      }
    }
  }

  void check_limits() {
    const std::chrono::duration<double> elapsed = Clock::now() - began_;
    if (limits_.seconds && elapsed.count() > *limits_.seconds) {
      fail(Reason::time, fmt::format("took longer than {} s", *limits_.seconds));
    }
    if (const auto excess = child_->memory()->excess(limits_.memory_bytes)) fail(Reason::memory, *excess);
  }

  AskedAnswer conclude() {
    if (child_->is_lost()) fail(Reason::lost, describe_exit(*child_));
    if (WIFSIGNALED(child_->status())) fail(Reason::signal, describe_exit(*child_));
    return {WEXITSTATUS(child_->status()), std::move(printed_), errors_.text()};
  }

  [[noreturn]] void fail(Reason reason, const std::string& text) {
    child_->kill();
    errors_.read();
    throw ProgramFailed{reason, text, errors_.text()};
  }

  ProcessLimits limits_;
  Clock::time_point began_ = Clock::now();
  Descriptor output_;
  LastLines errors_;
  std::string printed_;
  std::optional<Child> child_;
};

}  // namespace

AskedAnswer ask_program(ChildOptions start, const std::filesystem::path& input, const ProcessLimits& limits,
                        const std::function<void()>& on_poll) {
  return RunningProgram{std::move(start), input, limits}.answer(on_poll);
}

}  // namespace gridcensus::host
