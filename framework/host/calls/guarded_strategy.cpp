#include "host/calls/guarded_strategy.hpp"

#include "host/base/limits.hpp"
#include "host/base/text.hpp"
#include "host/calls/call.hpp"
#include "host/calls/sizes.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace gridcensus::host {

namespace {

/// Rethrows the current exception, with another text if its own cannot be shown. Call it in a catch block.
template <class Error>
[[noreturn]] void rethrow_presentable(const std::exception& error) {
  const char* const what = error.what();
  std::string text = what == nullptr ? "(no message)" : bounded_utf8(what);
  if (what != nullptr && text == what) throw;
  throw Error{std::move(text)};
}

template <class Action>
std::invoke_result_t<Action> with_presentable_text(const Action& action) {
  try {
    return action();
  } catch (const Stopped&) {
    throw;
  } catch (const BrokenInvariant& error) {
    rethrow_presentable<BrokenInvariant>(error);
  } catch (const std::invalid_argument& error) {
    rethrow_presentable<std::invalid_argument>(error);
  } catch (const std::exception& error) {
    rethrow_presentable<std::runtime_error>(error);
  }
}

template <class Given>
Given within_sizes(Given given) {
  check_sizes(given);
  return given;
}

/// Shortens explanations of results, because their length must not fail the result.
Report with_short_texts(Report report) {
  const auto shorten = [](std::string& text) {
    if (text.size() > max_name_bytes) text = bounded_utf8(text);
  };
  for (auto& [quantity, outcome] : report.outcomes) {
    if (auto* const unfinished = std::get_if<Unfinished>(&outcome)) shorten(unfinished->reason);
  }
  for (auto& [name, finding] : report.findings) shorten(finding.help);
  return report;
}

class GuardedJob final : public Job {
 public:
  GuardedJob(std::string subject, std::unique_ptr<const Job> job)
      : subject_{std::move(subject)}, job_{std::move(job)} {}
  ~GuardedJob() override {
    const Call noted{subject_, "destruction of the job"};
    job_.reset();
  }
  GuardedJob(const GuardedJob&) = delete;
  GuardedJob& operator=(const GuardedJob&) = delete;
  GuardedJob(GuardedJob&&) = delete;
  GuardedJob& operator=(GuardedJob&&) = delete;

  std::uint64_t units() const override {
    return call("units", {}, [&] { return job_->units(); });
  }
  double weight(std::uint64_t unit) const override {
    return call("weight of unit", unit, [&] { return job_->weight(unit); });
  }
  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    // If a unit was asked to stop, its result is neither a sum nor a failure, because it may have ended early.
    std::atomic<bool> was_stopped = false;
    const Poll poll = [&] {
      try {
        context.poll();
      } catch (const Stopped&) {
        was_stopped = true;
        throw;
      }
    };
    std::optional<Tally> tally;
    try {
      tally = call("unit", unit, [&] { return within_sizes(job_->run(unit, {context.random, poll})); });
    } catch (const Stopped&) {
      if (!was_stopped) throw std::runtime_error{"threw Stopped, although no stop was requested"};
    } catch (...) {
      if (!was_stopped) throw;
    }
    if (was_stopped) throw Stopped{};
    return *std::move(tally);
  }
  std::optional<std::set<std::string>> sums(std::uint64_t unit) const override {
    return call("sums of unit", unit, [&] { return within_sizes(job_->sums(unit)); });
  }
  std::map<std::string, Integer> divisors(std::uint64_t unit) const override {
    return call("divisors of unit", unit, [&] { return within_sizes(job_->divisors(unit)); });
  }
  bool is_enough(const Tally& prefix, std::uint64_t units) const override {
    return call("is_enough", {}, [&] { return job_->is_enough(prefix, units); });
  }
  std::optional<double> seconds_limit() const override {
    return call("seconds_limit", {}, [&] { return job_->seconds_limit(); });
  }
  Report conclude(const Tally& total, std::uint64_t units) const override {
    return call("conclude", {}, [&] { return with_short_texts(within_sizes(job_->conclude(total, units))); });
  }

 private:
  template <class Action>
  std::invoke_result_t<Action> call(const char* what, std::optional<std::uint64_t> unit, const Action& action) const {
    const Call noted{subject_, what, unit};
    return with_presentable_text(action);
  }

  std::string subject_;
  std::unique_ptr<const Job> job_;
};

/// Strategies that wait to be destroyed, each with its name.
class RetiredStrategies {
 public:
  void add(std::string name, std::unique_ptr<const Strategy> strategy) {
    const std::scoped_lock lock{mutex_};
    strategies_.emplace_back(std::move(name), std::move(strategy));
  }
  std::vector<std::pair<std::string, std::unique_ptr<const Strategy>>> take_all() {
    const std::scoped_lock lock{mutex_};
    return std::exchange(strategies_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<std::string, std::unique_ptr<const Strategy>>> strategies_;
};

/// Never destroyed, because at the end of the process no strategy may be called without a record.
RetiredStrategies& retired() {
  static auto& all = *new RetiredStrategies;
  return all;
}

class GuardedStrategy final : public Strategy {
 public:
  GuardedStrategy(std::string name, std::unique_ptr<const Strategy> strategy)
      : name_{std::move(name)}, strategy_{std::move(strategy)} {}
  ~GuardedStrategy() override { retired().add(std::move(name_), std::move(strategy_)); }
  GuardedStrategy(const GuardedStrategy&) = delete;
  GuardedStrategy& operator=(const GuardedStrategy&) = delete;
  GuardedStrategy(GuardedStrategy&&) = delete;
  GuardedStrategy& operator=(GuardedStrategy&&) = delete;

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    const std::scoped_lock lock{offers_mutex_};
    const auto known = offers_.find({problem, quantities});
    if (known != offers_.end()) return known->second;
    Offer offer = call("offer", problem, [&] { return strategy_->offer(problem, quantities); });
    for (auto& [quantity, reason] : offer.refused) reason = bounded_utf8(reason);
    return offers_.emplace(std::pair{problem, quantities}, std::move(offer)).first->second;
  }
  std::unique_ptr<Job> prepare(const Request& request) const override {
    auto job = call("prepare", request.problem, [&] { return strategy_->prepare(request); });
    if (job == nullptr) throw std::runtime_error{"returned no job"};
    return std::make_unique<GuardedJob>(subject(request.problem), std::move(job));
  }

 private:
  std::string subject(const Problem& problem) const { return name_ + " on " + to_string(problem); }

  template <class Action>
  std::invoke_result_t<Action> call(const char* what, const Problem& problem, const Action& action) const {
    const Call noted{subject(problem), what};
    return with_presentable_text(action);
  }

  std::string name_;
  std::unique_ptr<const Strategy> strategy_;
  mutable std::mutex offers_mutex_;
  mutable std::map<std::pair<Problem, std::set<Quantity>>, Offer> offers_;
};

}  // namespace

std::unique_ptr<Strategy> guarded(const std::string& name, const std::function<std::unique_ptr<Strategy>()>& create) {
  const Call call{name, "construction"};
  auto strategy = with_presentable_text(create);
  if (strategy == nullptr) return nullptr;
  return std::make_unique<GuardedStrategy>(name, std::move(strategy));
}

void release_strategies() {
  for (auto& [name, strategy] : retired().take_all()) {
    const Call noted{name, "destruction"};
    strategy.reset();
  }
}

}  // namespace gridcensus::host
