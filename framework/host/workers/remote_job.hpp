#pragma once

#include "gridcensus/strategy.hpp"
#include "host/workers/calls.hpp"
#include "host/workers/worker_process.hpp"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The settings by which processes do the work of a job.
struct RemoteCalls {
  std::string noun = "worker";                            ///< for such a process in messages
  std::function<std::unique_ptr<WorkerProcess>()> start;  ///< starts one; from any thread
  Message prepare;                                        ///< the first request to each
  /// Returns the request to do a unit.
  std::function<Message(std::uint64_t unit, const UnitContext& context)> run;
  bool asks_for_enough = false;  ///< true if fewer than all units may be enough
  /// Called when a process was lost and replaced: "unit 17: its worker ended with SIGSEGV; a new one tries again".
  std::function<void(const std::string&)> note = [](const std::string&) {};
};

/// A job whose units run in separate processes: one per concurrent caller, started on demand.
///
/// A process that is lost (it crashed, ended, exceeded its memory, or sent an invalid answer) is replaced, and the
/// request is retried once. If the second process is lost, too, the call throws: "its worker ended with SIGSEGV,
/// twice". A request that took too long is not retried.
class RemoteJob final : public Job {
 public:
  /// Starts the first process and lets it prepare the job.
  ///
  /// @throws  what the strategy throws there, and as above if two processes are lost.
  RemoteJob(RemoteCalls calls, const Poll& poll);

  /// Returns the answer to the prepare request, which must be the same from each process.
  const PreparedJob& prepared() const { return job_; }

  std::uint64_t units() const override;
  std::optional<double> seconds_limit() const override;
  double weight(std::uint64_t unit) const override { return traits_of(unit).weight; }
  std::optional<std::set<std::string>> sums(std::uint64_t unit) const override { return traits_of(unit).sums; }
  std::map<std::string, Integer> divisors(std::uint64_t unit) const override { return traits_of(unit).divisors; }
  Tally run(std::uint64_t unit, const UnitContext& context) const override;
  /// An exact result needs all units by definition, so no process is asked and no sum is sent.
  bool is_enough(const Tally& prefix, std::uint64_t units) const override;
  Report conclude(const Tally& total, std::uint64_t units) const override;

 private:
  /// The number of units whose traits are requested at once, and the number of such chunks that are kept: threads
  /// rarely work on units that are further apart.
  static constexpr std::uint64_t traits_at_once = 1024;
  static constexpr std::size_t chunks_kept = 4;

  using Worker = std::unique_ptr<WorkerProcess>;
  using WantsStop = std::function<bool()>;

  struct Chunk {
    std::uint64_t first = 0;
    std::vector<UnitTraits> traits;
  };

  enum class Try { first, second };

  template <class Action>
  auto try_twice(const std::string& what, const Action& action) const;
  template <class Read>
  auto understood(const Message& result, const Read& read) const;
  Message ask(const std::string& what, const Message& request, const WantsStop& wants_stop) const;
  Worker take() const;
  void give_back(Worker worker) const;
  Worker start(const WantsStop& wants_stop, Message* prepared) const;
  UnitTraits traits_of(std::uint64_t unit) const;

  const RemoteCalls calls_;
  Message prepared_;
  PreparedJob job_;
  mutable std::mutex mutex_;  ///< guards the next
  mutable std::vector<Worker> idle_;
  mutable std::mutex traits_mutex_;
  mutable std::deque<Chunk> chunks_;  ///< the last requested ones
};

/// Returns the result in an answer.
///
/// @param noun  for the process in messages
/// @throws Stopped, BrokenInvariant, std::runtime_error  as the strategy threw it there; MalformedMessage: it is not an
/// answer.
Message result_in(Message answer, const std::string& noun);

}  // namespace gridcensus::host
