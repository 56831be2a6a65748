#pragma once

#include "gridcensus/broken_invariant.hpp"
#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/parameters.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/problem.hpp"
#include "gridcensus/quantity.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/tally.hpp"

#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridcensus {

/// Thrown by work that was asked to stop. Not an error: the unit counts as not done.
class Stopped : public std::exception {
 public:
  /// For messages.
  const char* what() const noexcept override { return "stopped on request"; }
};

/// Says whether the work should stop. Cheap enough to ask every few thousand steps.
class StopToken {
 public:
  /// A token that is never asked to stop.
  StopToken() = default;
  /// A token that is asked to stop once the flag is set. The flag must outlive it.
  explicit StopToken(const std::atomic<bool>& flag) : flag_{&flag} {}
  /// A token that is asked to stop once the number has been counted down to 0, by one for each time that somebody asks
  /// it: for tests of work that shall stop in the middle.
  static StopToken counting_down(std::atomic<std::int64_t>& asks) {
    StopToken token;
    token.asks_ = &asks;
    return token;
  }

  /// Whether a stop was requested.
  bool stop_requested() const noexcept {
    if (asks_ != nullptr && --*asks_ <= 0) return true;
    return flag_ != nullptr && flag_->load(std::memory_order_relaxed);
  }

  /// @throws Stopped  if a stop was requested.
  void check() const {
    if (stop_requested()) throw Stopped{};
  }

  /// The same for mathematics that knows no tokens.
  Poll poll() const {
    return [token = *this] { token.check(); };
  }

 private:
  const std::atomic<bool>* flag_ = nullptr;
  std::atomic<std::int64_t>* asks_ = nullptr;
};

/// Values that one run hands to another, by quantity. A strategy reads what it declared in `needs` and nothing else.
using Inputs = std::map<Quantity, Integer>;

/// What a job is prepared for.
struct Request {
  Problem problem;                ///< shape and rules
  std::set<Quantity> quantities;  ///< at least one, all among `yields` and none refused by `why_not`
  Inputs inputs;                  ///< one value for each of `needs(problem, quantities)`
  StopToken stop;                 ///< polled by a long `prepare`
};

/// What surrounds one unit while it runs.
class UnitContext {
 public:
  /// For the host and for tests.
  ///
  /// @param seed    the experiment's seed
  /// @param stream  which run draws
  /// @param unit    the number of the unit
  /// @param stop    what tells it to stop
  UnitContext(std::uint64_t seed, std::uint64_t stream, std::uint64_t unit, StopToken stop)
      : seed_{seed}, stream_{stream}, unit_{unit}, stop_{stop} {}

  /// A unit polls this, and once it is true returns or throws `Stopped` soon. Whatever it returns is thrown away: a
  /// unit that has seen a stop never counts as done.
  bool stop_requested() noexcept {
    seen_stop_ = seen_stop_ || stop_.stop_requested();
    return seen_stop_;
  }

  /// @throws Stopped  if a stop was requested.
  void check_stop() {
    if (stop_requested()) throw Stopped{};
  }

  /// The same for mathematics that knows no contexts. For as long as this context lives.
  Poll poll() {
    return [this] { check_stop(); };
  }

  /// This unit's random numbers, from the first. Only for jobs with a sampled outcome: the identity of a result whose
  /// quantities are all exact by declaration leaves the seed out.
  Random random() const { return {seed_, stream_, unit_}; }

  /// For the host: whether the unit learned of a stop.
  bool has_seen_stop() const noexcept { return seen_stop_; }

 private:
  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t unit_;
  StopToken stop_;
  bool seen_stop_ = false;
};

/// What a job says of the sum of its units.
struct Report {
  Outcomes outcomes;  ///< one for each quantity of the request
  Findings findings;  ///< what else was found, by name
};

/// A strategy prepared for one request: a fixed list of numbered units, and what their sum means.
///
/// Every function is a pure function of the job and its arguments: that is what gives parallelism, resumption and
/// sharding to every strategy.
class Job {
 public:
  Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  Job(Job&&) = delete;
  Job& operator=(Job&&) = delete;
  virtual ~Job() = default;

  /// How many units there are; they are numbered from 0. A sampling job without a limit may give a huge number.
  virtual std::uint64_t units() const = 0;

  /// The relative cost of a unit, for the time that is left. Only ratios matter.
  virtual double weight(std::uint64_t /*unit*/) const { return 1; }

  /// Does one unit.
  ///
  /// @threads  called from many threads at once, each with its own context.
  /// @throws   Stopped after a stop; BrokenInvariant; anything else fails the run.
  virtual Tally run(std::uint64_t unit, UnitContext& context) const = 0;

  /// Numbers that must divide the sums of that name in the tally of this unit. The host checks them; a remainder is a
  /// broken invariant, and a sum that is not there fails the run.
  ///
  /// Of a job without sampled outcomes, units that name the same sums here must have the same sums in their tallies, so
  /// that none is forgotten. A job whose units count different things says so here; 1 divides every sum.
  virtual std::map<std::string, Integer> divisors(std::uint64_t /*unit*/) const { return {}; }

  /// Whether the first `units` units, whose sum is `prefix`, are enough. Asked for prefixes in unit order only, so
  /// that the answer does not depend on threads, and only of jobs with a sampled outcome: an exact sum has all units.
  virtual bool is_enough(const Tally& /*prefix*/, std::uint64_t /*units*/) const { return false; }

  /// Seconds of work after which no further unit begins and the units so far are the sum; nullopt: no such limit. Time
  /// in which the run waits for its turn does not count. Asked only of jobs with a sampled outcome: what rests on the
  /// units is then an estimate.
  virtual std::optional<double> seconds_limit() const { return std::nullopt; }

  /// What the sum of the units means. Also asked for sums of the first units of a sampling job, for the record of how
  /// its estimates converged.
  ///
  /// @param units  how many units, from 0, are in `total`
  /// @throws BrokenInvariant; anything else fails the run.
  virtual Report conclude(const Tally& total, std::uint64_t units) const = 0;
};

/// Which rules a strategy can count by.
enum class RulesTaken {
  classic,  ///< those of rows, columns and boxes only
  any,      ///< all that say which cells differ: it goes by `regions` and `pairs`, or by the cells seen, alone
};

/// What a strategy says of itself, once.
struct About {
  std::string id;       ///< snake_case; also the name of its folder
  std::string version;  ///< "1.2.0"; part of a result's identity, so that a change of the counting takes a new one
  std::string summary;  ///< one line
  std::string source;   ///< where the method comes from
  /// One quantity that it counts, and of what kind the answer is.
  struct Yield {
    Quantity quantity{};  ///< what is counted
    Kind kind{};          ///< what the outcome is when the run ends as planned, with the default parameters
  };
  /// What follows from these by a factor (relabelling_classes = grids / N!) the host gives by itself.
  std::vector<Yield> yields;
  /// The rules that it takes. The host refuses others, before `why_not` is asked.
  RulesTaken rules = RulesTaken::classic;
};

/// What a run will cost, as far as the strategy can tell without preparing it.
struct Forecast {
  std::optional<std::uint64_t> units;         ///< how many, where that is known
  std::optional<std::uint64_t> memory_bytes;  ///< beyond the host's own
};

/// A way of counting. A subclass has a static `About about()`.
class Strategy {
 public:
  /// The parameters of a strategy that declares none. One that has some declares its own `Params` and `describe`, and a
  /// constructor that takes them.
  struct Params {};
  /// Declares no parameter.
  static void describe(Schema<Params>& /*schema*/) {}

  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  Strategy(Strategy&&) = delete;
  Strategy& operator=(Strategy&&) = delete;
  virtual ~Strategy() = default;

  /// Why this quantity of this problem is refused; nullopt where it can be counted. Quick: no tables are built. Rules
  /// that `About` does not name, and samplers without a limit, the host refuses by itself.
  virtual std::optional<std::string> why_not(const Problem& /*problem*/, Quantity /*quantity*/) const {
    return std::nullopt;
  }

  /// The exact values, of the same problem, that the job takes as inputs.
  virtual std::set<Quantity> needs(const Problem& /*problem*/, const std::set<Quantity>& /*quantities*/) const {
    return {};
  }

  /// What the run will cost. Quick: no tables are built.
  virtual Forecast forecast(const Problem& /*problem*/, const std::set<Quantity>& /*quantities*/) const { return {}; }

  /// Builds what the units share.
  ///
  /// @threads  one object prepares several problems at the same time.
  /// @throws  Stopped after a stop; BrokenInvariant; anything else fails the run.
  virtual std::unique_ptr<Job> prepare(const Request& request) const = 0;
};

}  // namespace gridcensus
