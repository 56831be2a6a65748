// Counts the grids correctly except for one fault, named by its parameter. A test or a check must find that fault.
#include "about.hpp"
#include "gridcensus/broken_invariant.hpp"
#include "small_counts.hpp"

#include <atomic>
#include <chrono>
#include <ctime>
#include <thread>

namespace {

using namespace gridcensus;
using faults::SmallJob;

enum class Fault {
  none,
  breaks_divisor,
  breaks_theorem_in_conclude,
  clock_counter,
  counts_wrong,
  false_bound,
  ignores_stop,
  refuses_late,
  remembers_units,
  shares_scratch,
  understates_memory,
  wrong_table,
};

/// A job that declares a divisor that its units do not have: a prime above every side that it accepts.
class BreaksDivisor final : public SmallJob {
 public:
  using SmallJob::SmallJob;
  std::map<std::string, Integer> divisors(std::uint64_t /*unit*/) const override { return {{"grids", 5}}; }
};

/// A job that divides a sum by the divisor of a theorem, although the sum is one too high.
class BreaksTheoremInConclude final : public SmallJob {
 public:
  using SmallJob::SmallJob;
  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Integer classes = exact_quotient(total.sum("grids") + 1, factorial(problem().shape.side()),
                                           "the grids, which relabellings divide");
    return {{{Quantity::grids, Exact{classes}}}, {}};
  }
};

/// A job that gives the time as the sum of a unit, so the same unit differs each time.
class ClockCounter final : public SmallJob {
 public:
  using SmallJob::SmallJob;
  Tally run(std::uint64_t /*unit*/, const UnitContext& /*context*/) const override {
    return Tally{}.add("grids", Integer{std::chrono::steady_clock::now().time_since_epoch().count()});
  }
};

/// A job that gives a total that is one too high.
class CountsWrong final : public SmallJob {
 public:
  using SmallJob::SmallJob;
  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    return {{{Quantity::grids, Exact{total.sum("grids") + 1}}}, {}};
  }
};

/// A job that gives an upper bound that is one below the count.
class FalseBound final : public SmallJob {
 public:
  using SmallJob::SmallJob;
  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    return {{{Quantity::grids, UpperBound{total.sum("grids") - 1}}}, {}};
  }
};

/// A job that takes two seconds for each unit, and never polls for a stop.
class IgnoresStop final : public SmallJob {
 public:
  using SmallJob::SmallJob;
  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    std::this_thread::sleep_for(std::chrono::seconds{2});
    return SmallJob::run(unit, {context.random});
  }
};

/// A job that concludes from the units that it counted itself, not from the given total.
class RemembersUnits final : public SmallJob {
 public:
  using SmallJob::SmallJob;
  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    Tally tally = SmallJob::run(unit, context);
    counted_ += tally.sum("grids").convert_to<std::uint64_t>();
    return tally;
  }
  Report conclude(const Tally& total, std::uint64_t units) const override {
    if (total.sum("grids") > Integer{counted_.load()})
      return {{{Quantity::grids, Exact{Integer{counted_.load()}}}}, {}};
    return SmallJob::conclude(total, units);
  }

 private:
  mutable std::atomic<std::uint64_t> counted_{0};
};

/// A job that keeps the number of the unit in a member, which another thread overwrites before it is read.
class SharesScratch final : public SmallJob {
 public:
  using SmallJob::SmallJob;
  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    std::thread::id none;
    const auto own = std::this_thread::get_id();
    if (!first_.compare_exchange_strong(none, own) && none != own) is_shared_ = true;
    unit_ = unit;
    const std::uint64_t call = ++calls_;
    // With several threads, waits for the call of another: a busy machine might run the threads one after the other.
    for (int ms = 0; is_shared_ && calls_ == call && ms < 500; ++ms) {
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return SmallJob::run(unit_, context);
  }

 private:
  mutable std::atomic<std::thread::id> first_;
  mutable std::atomic<bool> is_shared_{false};
  mutable std::atomic<std::uint64_t> calls_{0};
  mutable std::atomic<std::uint64_t> unit_{0};
};

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;

/// A job that takes 24 MiB, though its strategy forecasts 1 MiB.
class UnderstatesMemory final : public SmallJob {
 public:
  using SmallJob::SmallJob;
  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    Tally tally = SmallJob::run(unit, context);
    tally.add("table", Integer{table_[unit]});
    return tally;
  }

 private:
  std::vector<char> table_ = std::vector<char>(24 * mebibyte, 1);
};

/// A job whose table of classes does not add up to its total.
class WrongTable final : public SmallJob {
 public:
  using SmallJob::SmallJob;
  Report conclude(const Tally& total, std::uint64_t units) const override {
    Report report = SmallJob::conclude(total, units);
    report.findings["signature_class_table"] = {
        Table{"class", {"size", "completions"}, {{"13 24", {1, 2}}, {"14 23", {1, 2}}}}, "of 2x2, one too many"};
    return report;
  }
};

/// Takes more than two seconds of the thread's processor time to refuse, and gives a reason of one word.
std::string refuse_late() {
  const auto milliseconds = [] {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
  };
  const auto begin = milliseconds();
  while (milliseconds() - begin < 2100) {
  }
  return "no";
}

struct FaultyParams {
  Fault fault = Fault::none;
};

class Plugin final : public Strategy {
 public:
  using Params = FaultyParams;
  static About about() { return faults::about("faulty"); }
  static void describe(Schema<Params>& schema) {
    schema
        .choice("fault", &Params::fault,
                {{"none", Fault::none},
                 {"breaks_divisor", Fault::breaks_divisor},
                 {"breaks_theorem_in_conclude", Fault::breaks_theorem_in_conclude},
                 {"clock_counter", Fault::clock_counter},
                 {"counts_wrong", Fault::counts_wrong},
                 {"false_bound", Fault::false_bound},
                 {"ignores_stop", Fault::ignores_stop},
                 {"refuses_late", Fault::refuses_late},
                 {"remembers_units", Fault::remembers_units},
                 {"shares_scratch", Fault::shares_scratch},
                 {"understates_memory", Fault::understates_memory},
                 {"wrong_table", Fault::wrong_table}})
        .help("The one thing that is wrong.");
  }
  explicit Plugin(Params params) : fault_{params.fault} {}
  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    if (fault_ == Fault::refuses_late) return refusal(quantities, refuse_late());
    Offer offer = faults::small_offer(problem, quantities);
    if (fault_ == Fault::false_bound) offer.kinds = {{Quantity::grids, Kind::upper_bound}};
    if (fault_ == Fault::understates_memory) offer.memory_bytes = mebibyte;
    return offer;
  }
  std::unique_ptr<Job> prepare(const Request& request) const override {
    const Problem& problem = request.problem;
    switch (fault_) {
      case Fault::breaks_divisor: return std::make_unique<BreaksDivisor>(problem);
      case Fault::breaks_theorem_in_conclude: return std::make_unique<BreaksTheoremInConclude>(problem);
      case Fault::clock_counter: return std::make_unique<ClockCounter>(problem);
      case Fault::counts_wrong: return std::make_unique<CountsWrong>(problem);
      case Fault::false_bound: return std::make_unique<FalseBound>(problem);
      case Fault::ignores_stop: return std::make_unique<IgnoresStop>(problem);
      case Fault::remembers_units: return std::make_unique<RemembersUnits>(problem);
      case Fault::shares_scratch: return std::make_unique<SharesScratch>(problem);
      case Fault::understates_memory: return std::make_unique<UnderstatesMemory>(problem);
      case Fault::wrong_table: return std::make_unique<WrongTable>(problem);
      case Fault::none:
      case Fault::refuses_late: break;
    }
    return std::make_unique<SmallJob>(problem);
  }

 private:
  Fault fault_;
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
