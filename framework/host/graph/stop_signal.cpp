#include "host/graph/stop_signal.hpp"

#include <array>
#include <csignal>
#include <unistd.h>

namespace gridcensus::host {

namespace {

constexpr std::array stop_signals{SIGINT, SIGTERM, SIGHUP};

std::atomic<int> first_signal{0};
static_assert(std::atomic<int>::is_always_lock_free, "only lock-free atomics may be used in a signal handler");

std::array<struct sigaction, stop_signals.size()> old_actions;

extern "C" void on_stop_signal(int number) {
  // A second request does not wait for units that take no notice. The ledger survives this as it survives a kill.
  if (first_signal.exchange(number) != 0) _exit(128 + number);
}

}  // namespace

StopSignal::StopSignal() {
  first_signal = 0;
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
