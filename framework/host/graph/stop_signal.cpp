#include "host/graph/stop_signal.hpp"

#include <array>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <unistd.h>

namespace gridcensus::host {

namespace {

// Cluster schedulers send one of the last two as a warning before they kill.
constexpr std::array stop_signals{SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};

std::atomic<int> first_signal{0};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "only lock-free atomics may be used in a signal handler");

/// A second signal within this time is the same request, sent to the process and to its group at once, as timeout(1)
/// and batch systems do.
constexpr std::int64_t same_request_ns = 300'000'000;
std::atomic<std::int64_t> first_time_ns{0};

std::array<struct sigaction, stop_signals.size()> old_actions;

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

extern "C" void on_stop_signal(int number) {
  // Two threads may run this at once: the one that sets the time is the first, and the other sees its value.
  const std::int64_t now = now_ns();
  std::int64_t first = 0;
  if (first_time_ns.compare_exchange_strong(first, now)) {
    first_signal = number;
  } else if (now - first > same_request_ns) {
    // A second request does not wait for units that ignore the first. The ledger survives this as it survives a kill.
    _exit(128 + number);
  }
}

}  // namespace

StopSignal::StopSignal() {
  first_signal = 0;
  first_time_ns = 0;
  struct sigaction action {};
  action.sa_handler = on_stop_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < stop_signals.size(); ++i) sigaction(stop_signals.at(i), &action, &old_actions.at(i));
}

StopSignal::~StopSignal() {
  for (std::size_t i = 0; i < stop_signals.size(); ++i) sigaction(stop_signals.at(i), &old_actions.at(i), nullptr);
}

int StopSignal::received() noexcept { return first_signal.load(); }

}  // namespace gridcensus::host
