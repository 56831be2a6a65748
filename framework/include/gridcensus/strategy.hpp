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

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridcensus {

/// Values that one run takes from another, by quantity. A strategy reads only the inputs of its offer.
using Inputs = std::map<Quantity, Integer>;

/// A request to prepare a job.
struct Request {
  Problem problem;                ///< shape and rules
  std::set<Quantity> quantities;  ///< at least one, all among `yields` and none refused
  Inputs inputs;                  ///< one value per input of the offer
  Poll poll;                      ///< called every few thousand steps by a long `prepare`
};

/// The context in which one unit runs.
struct UnitContext {
  /// The random numbers of this unit, from the first; copy it to draw. Only for jobs with a sampled outcome: the seed
  /// is not part of the identity of a result whose quantities are all declared exact.
  Random random;
  /// Called every few thousand steps by a long unit. Once it has thrown, the unit never counts as done, whatever it
  /// returns.
  Poll poll = {};
};

/// The results that a job derives from the sum of its units.
struct Report {
  Outcomes outcomes;  ///< one per quantity of the request
  Findings findings;  ///< further results, by name
};

/// A strategy prepared for one request: a fixed list of numbered units and the meaning of their sum.
///
/// Every function is a pure function of the job and its arguments. This is why every strategy can run in parallel,
/// resume and be split into parts.
class Job {
 public:
  Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  Job(Job&&) = delete;
  Job& operator=(Job&&) = delete;
  virtual ~Job() = default;

  /// Returns the number of units, which are numbered from 0. A sampling job without a limit may return a huge number.
  virtual std::uint64_t units() const = 0;

  /// Returns the relative cost of a unit, for forecasts of the remaining time. Only ratios matter.
  virtual double weight(std::uint64_t /*unit*/) const { return 1; }

  /// Counts one unit.
  ///
  /// @threads  called from many threads at once, each with its own context.
  /// @throws   Stopped after a stop; BrokenInvariant; anything else fails the run.
  virtual Tally run(std::uint64_t unit, const UnitContext& context) const = 0;

  /// Returns the names of the sums in the tally of this unit; the host fails a run if a unit lacks one or has another.
  /// Returns nullopt if all such units have the same sums, which the host checks if no outcome is sampled. A job whose
  /// units count different things names the sums.
  virtual std::optional<std::set<std::string>> sums(std::uint64_t /*unit*/) const { return std::nullopt; }

  /// Returns divisors of the sums of these names in the tally of this unit, by a theorem. The host checks them: a
  /// remainder is a broken invariant, and a missing sum fails the run.
  virtual std::map<std::string, Integer> divisors(std::uint64_t /*unit*/) const { return {}; }

  /// Returns true if the first `units` units, whose sum is `prefix`, are enough. Called for prefixes in unit order, so
  /// the end of sampling does not depend on threads, and only for jobs with a sampled outcome: an exact sum has all
  /// units.
  virtual bool is_enough(const Tally& /*prefix*/, std::uint64_t /*units*/) const { return false; }

  /// Returns the seconds of work after which no further unit begins and the units so far are the sum; nullopt if there
  /// is no such limit. Time in which the run waits for a thread does not count. Called only for jobs with a sampled
  /// outcome, whose results are estimates.
  virtual std::optional<double> seconds_limit() const { return std::nullopt; }

  /// Returns the results that follow from the sum of the units. Also called for sums of the first units of a sampling
  /// job, to record how its estimates converged.
  ///
  /// @param units  number of units, from 0, in `total`
  /// @throws BrokenInvariant; anything else fails the run.
  virtual Report conclude(const Tally& total, std::uint64_t units) const = 0;
};

/// The rules that a strategy can count by.
enum class SupportedRules {
  classic,          ///< rows, columns and boxes only
  different_cells,  ///< all rules on which cells differ: it reads `regions` and `pairs`, or the cells seen
  any,              ///< all rules: it reads `allowed` and `related`, too
};

/// The description of a strategy.
struct About {
  std::string id;  ///< snake_case; also the name of its folder
  /// "1.2.0"; raised when the counting changes, for people who compare results of two builds. (Ledgers use the hash of
  /// the plugin.)
  std::string version;
  std::string summary;  ///< one line
  std::string source;   ///< the source of the method
  /// A quantity that it counts, with the kind of the result.
  struct Yield {
    Quantity quantity{};  ///< what is counted
    Kind kind{};          ///< of the outcome if the run ends as planned, with the default parameters
  };
  /// The host adds the quantities that follow from these by a factor (relabelling_classes = grids / N!).
  std::vector<Yield> yields;
  /// The rules that it supports. The host refuses others without a call to the strategy.
  SupportedRules rules = SupportedRules::classic;
};

/// A strategy's answer to a request for some quantities of a problem, as far as it is known without tables.
struct Offer {
  std::map<Quantity, std::string> refused = {};  ///< quantities that it cannot count, each with the reason for users
  std::map<Quantity, Kind> kinds = {};           ///< of outcomes whose kind differs from `About`
  /// The exact values of the same problem that the job takes as inputs, by the quantity that depends on them.
  std::map<Quantity, std::set<Quantity>> inputs = {};
  std::optional<std::uint64_t> units = {};         ///< number of units, if known
  std::optional<std::uint64_t> memory_bytes = {};  ///< needed by the run beyond the host's own memory, if known

  bool operator==(const Offer&) const = default;
};

/// Returns an offer that refuses all of these for one reason.
Offer refusal(const std::set<Quantity>& quantities, const std::string& reason);
/// Returns an offer that refuses those for which `why_not` returns a reason.
Offer refusals(const std::set<Quantity>& quantities,
               const std::function<std::optional<std::string>(Quantity)>& why_not);

/// A method of counting. A subclass has a static `About about()`.
class Strategy {
 public:
  /// The empty parameters of a strategy that declares none. A strategy with parameters declares its own `Params`,
  /// `describe`, and a constructor that takes them.
  struct Params {};
  /// Declares no parameter.
  static void describe(Schema<Params>& /*schema*/) {}

  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  Strategy(Strategy&&) = delete;
  Strategy& operator=(Strategy&&) = delete;
  virtual ~Strategy() = default;

  /// Returns the strategy's answer to a request. Called often and before `prepare`, so it builds no tables. The host
  /// itself refuses rules that `About` does not support, and samplers without a limit.
  ///
  /// There is at least one quantity, and all are among `yields`. Inputs and cost are those of the quantities that are
  /// not refused.
  virtual Offer offer(const Problem& /*problem*/, const std::set<Quantity>& /*quantities*/) const { return {}; }

  /// Builds the tables that the units share.
  ///
  /// @threads  may be called for several problems at the same time.
  /// @throws  Stopped after a stop; BrokenInvariant; anything else fails the run.
  virtual std::unique_ptr<Job> prepare(const Request& request) const = 0;
};

}  // namespace gridcensus
