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

/// Values that one run hands to another, by quantity. A strategy reads the inputs of its offer and nothing else.
using Inputs = std::map<Quantity, Integer>;

/// What a job is prepared for.
struct Request {
  Problem problem;                ///< shape and rules
  std::set<Quantity> quantities;  ///< at least one, all among `yields` and none refused
  Inputs inputs;                  ///< one value for each input of the offer
  Poll poll;                      ///< called every few thousand steps by a long `prepare`
};

/// What surrounds one unit while it runs.
struct UnitContext {
  /// This unit's random numbers, from the first: copied by whoever draws. Only for jobs with a sampled outcome: the
  /// identity of a result whose quantities are all exact by declaration leaves the seed out.
  Random random;
  /// Called every few thousand steps by a unit that takes long. Once it has thrown, the unit never counts as done,
  /// whatever it returns.
  Poll poll = {};
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
  virtual Tally run(std::uint64_t unit, const UnitContext& context) const = 0;

  /// Returns the names of the sums that the tally of this unit has: the host fails a run whose unit forgets one, or has
  /// another. nullopt where all units that say nothing have the same sums, which the host checks if no outcome is
  /// sampled; a job whose units count different things names them.
  virtual std::optional<std::set<std::string>> sums(std::uint64_t /*unit*/) const { return std::nullopt; }

  /// Returns numbers that must divide the sums of that name in the tally of this unit, by a theorem. The host checks
  /// them; a remainder is a broken invariant, and a sum that is not there fails the run.
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
  classic,          ///< those of rows, columns and boxes only
  different_cells,  ///< all that say which cells differ: it reads `regions` and `pairs`, or the cells seen
  any,              ///< all: it reads `allowed` and `related` too
};

/// What a strategy says of itself, once.
struct About {
  std::string id;  ///< snake_case; also the name of its folder
  /// "1.2.0"; raised when the counting changes, for people who compare results of two builds: what the hash of the
  /// plugin tells a ledger, this tells them.
  std::string version;
  std::string summary;  ///< one line
  std::string source;   ///< where the method comes from
  /// One quantity that it counts, and of what kind the answer is.
  struct Yield {
    Quantity quantity{};  ///< what is counted
    Kind kind{};          ///< what the outcome is when the run ends as planned, with the default parameters
  };
  /// What follows from these by a factor (relabelling_classes = grids / N!) the host gives by itself.
  std::vector<Yield> yields;
  /// The rules that it takes. The host refuses others, before the strategy is asked.
  RulesTaken rules = RulesTaken::classic;
};

/// What a strategy would do if it were asked for some quantities of a problem, as far as it can tell without tables.
struct Offer {
  std::map<Quantity, std::string> refused =
      {};                               ///< the quantities that it cannot count, each with the reason for users
  std::map<Quantity, Kind> kinds = {};  ///< of the outcomes that will be of another kind than `About` says
  /// The exact values, of the same problem, that the job takes as inputs, by the quantity that rests on them.
  std::map<Quantity, std::set<Quantity>> inputs = {};
  std::optional<std::uint64_t> units = {};  ///< how many there will be, where that is known
  std::optional<std::uint64_t> memory_bytes =
      {};  ///< that the run will need beyond the host's own, where that is known

  bool operator==(const Offer&) const = default;
};

/// Returns the offer that refuses all of these for one reason.
Offer refusal(const std::set<Quantity>& quantities, const std::string& reason);
/// Returns the offer that refuses those for which `why_not` has a reason.
Offer refusals(const std::set<Quantity>& quantities,
               const std::function<std::optional<std::string>(Quantity)>& why_not);

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

  /// Returns what the strategy would do. Asked before anything is prepared, and often: no tables are built. Rules that
  /// `About` does not name, and samplers without a limit, the host refuses by itself.
  ///
  /// The quantities are at least one, all among `yields`. Inputs and cost are those of the ones that are not refused.
  virtual Offer offer(const Problem& /*problem*/, const std::set<Quantity>& /*quantities*/) const { return {}; }

  /// Builds what the units share.
  ///
  /// @threads  one object prepares several problems at the same time.
  /// @throws  Stopped after a stop; BrokenInvariant; anything else fails the run.
  virtual std::unique_ptr<Job> prepare(const Request& request) const = 0;
};

}  // namespace gridcensus
