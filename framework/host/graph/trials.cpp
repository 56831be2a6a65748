#include "host/graph/trials.hpp"

#include "host/process/peer.hpp"

#include <sys/prctl.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <memory>
#include <poll.h>
#include <system_error>

namespace gridcensus::host {

namespace {

using Clock = std::chrono::steady_clock;

/// Measures the run and writes its cost to the parent process.
int measure_and_report(const Trial& trial, double seconds) {
  leave_no_core_file();
  // A unit that takes hours must not outlive a host that was killed.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const Measurement measured = measure(*trial.run, trial.inputs, seconds);
  Message message{{"prepare_seconds", measured.prepare_seconds},
                  {"measured", measured.measured},
                  {"measured_seconds", measured.measured_seconds},
                  {"error_seconds", measured.error_seconds}};
  if (measured.unit_seconds) message["unit_seconds"] = *measured.unit_seconds;
  if (measured.relative_error) message["relative_error"] = *measured.relative_error;
  write_lines(Peer::socket_descriptor, line_of(message));
  return 0;
}

std::optional<double> number_in(const Message& message, const char* name) {
  const auto found = message.find(name);
  return found != message.end() && found->is_number() ? std::optional{found->get<double>()} : std::nullopt;
}

/// Returns the measurement in a message, or nullopt if the message is not a measurement.
std::optional<Measurement> measurement_in(const Message& message) {
  if (!message.is_object() || !number_in(message, "prepare_seconds")) return std::nullopt;
  Measurement measured;
  measured.prepare_seconds = *number_in(message, "prepare_seconds");
  measured.measured = static_cast<std::uint64_t>(number_in(message, "measured").value_or(0));
  measured.measured_seconds = number_in(message, "measured_seconds").value_or(0);
  measured.error_seconds = number_in(message, "error_seconds").value_or(0);
  measured.unit_seconds = number_in(message, "unit_seconds");
  measured.relative_error = number_in(message, "relative_error");
  return measured;
}

/// A forked copy of this process that measures one run.
class Attempt {
 public:
  Attempt(const Trial& trial, double seconds, double deadline)
      : deadline_{Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>{deadline})} {
    try {
      peer_ = std::make_unique<Peer>([&trial, seconds] { return measure_and_report(trial, seconds); });
    } catch (const std::system_error&) {
      has_ended_ = true;
    }
  }

  bool has_ended() const { return has_ended_; }
  int descriptor() const { return peer_->descriptor(); }
  const std::optional<Measurement>& measurement() const { return measurement_; }

  void update() {
    try {
      peer_->exchange();
      if (const auto message = peer_->next()) measurement_ = measurement_in(*message);
    } catch (const MalformedMessage&) {
      peer_->child().kill();
    }
    const bool is_late = Clock::now() >= deadline_;
    if (is_late) peer_->child().kill();
    has_ended_ = measurement_ || is_late || peer_->is_at_end();
    if (has_ended_) peer_.reset();
  }

 private:
  Clock::time_point deadline_;
  std::unique_ptr<Peer> peer_;
  std::optional<Measurement> measurement_;
  bool has_ended_ = false;
};

}  // namespace

std::vector<std::optional<Measurement>> try_out(const std::vector<Trial>& trials, double seconds, double deadline,
                                                int at_once, const SeeTrials& see) {
  std::vector<std::optional<Measurement>> measured(trials.size());
  std::vector<std::pair<std::size_t, std::unique_ptr<Attempt>>> running;
  std::size_t next = 0;
  while (next < trials.size() || !running.empty()) {
    while (next < trials.size() && running.size() < static_cast<std::size_t>(at_once)) {
      running.emplace_back(next, std::make_unique<Attempt>(trials[next], seconds, deadline));
      ++next;
    }
    std::vector<pollfd> lines;
    for (const auto& [number, attempt] : running) {
      if (!attempt->has_ended()) lines.push_back({attempt->descriptor(), POLLIN, 0});
    }
    constexpr int pause_ms = 20;
    if (lines.size() == running.size()) ::poll(lines.data(), lines.size(), pause_ms);
    std::vector<std::size_t> numbers;
    for (const auto& [number, attempt] : running) numbers.push_back(number);
    see(numbers);
    for (const auto& [number, attempt] : running) {
      if (!attempt->has_ended()) attempt->update();
      if (attempt->has_ended()) measured[number] = attempt->measurement();
    }
    std::erase_if(running, [](const auto& entry) { return entry.second->has_ended(); });
  }
  return measured;
}

}  // namespace gridcensus::host
