#include "host/graph/trials.hpp"

#include "host/process/child.hpp"

#include <boost/interprocess/anonymous_shared_memory.hpp>
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

namespace gridcensus::host {

namespace {

using Clock = std::chrono::steady_clock;

/// The result of a copy, in memory that it shares with this process.
struct TrialResult {
  Measurement measured;
  bool is_complete = false;
};
static_assert(std::is_trivially_copyable_v<TrialResult>, "nothing in it may be on the heap of the copy");

/// A forked copy of this process that measures one run.
class Attempt {
 public:
  Attempt(const Trial& trial, double seconds, double deadline)
      : deadline_{Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>{deadline})} {
    const auto work = [&trial, seconds, result = result_] {
      leave_no_core_file();
      // A unit that takes hours must not outlive a host that was killed.
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      result->measured = measure(*trial.run, trial.inputs, seconds);
      result->is_complete = true;
      return 0;
    };
    try {
      child_ = std::make_unique<Child>(work, std::vector<int>{});
    } catch (const std::system_error&) {
      // The run has no measurement.
    }
  }

  /// Checks whether the copy has ended. Kills it if it is late.
  bool has_ended() {
    if (child_ == nullptr || !child_->is_running()) return true;
    if (Clock::now() >= deadline_) child_->kill();
    return !child_->is_running();
  }

  std::optional<Measurement> measurement() const {
    return result_->is_complete ? std::optional{result_->measured} : std::nullopt;
  }

 private:
  Clock::time_point deadline_;
  boost::interprocess::mapped_region shared_ = boost::interprocess::anonymous_shared_memory(sizeof(TrialResult));
  TrialResult* result_ = new (shared_.get_address()) TrialResult;
  std::unique_ptr<Child> child_;
};

}  // namespace

std::vector<std::optional<Measurement>> try_out(const std::vector<Trial>& trials, double seconds, double deadline,
                                                int at_once, const SeeTrials& see) {
  constexpr std::chrono::milliseconds pause{1};
  std::vector<std::optional<Measurement>> measured(trials.size());
  std::vector<std::pair<std::size_t, std::unique_ptr<Attempt>>> running;
  for (std::size_t next = 0; next < trials.size() || !running.empty();) {
    for (; next < trials.size() && running.size() < static_cast<std::size_t>(at_once); ++next) {
      running.emplace_back(next, std::make_unique<Attempt>(trials[next], seconds, deadline));
    }
    std::vector<std::size_t> numbers;
    for (const auto& [number, attempt] : running) numbers.push_back(number);
    see(numbers);
    std::this_thread::sleep_for(pause);
    std::erase_if(running, [&](const auto& entry) {
      if (!entry.second->has_ended()) return false;
      measured[entry.first] = entry.second->measurement();
      return true;
    });
  }
  return measured;
}

}  // namespace gridcensus::host
