#include "host/isolation/isolated_strategy.hpp"

#include "host/base/text.hpp"
#include "host/records/records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace gridcensus::host {

namespace {

using WantsStop = std::function<bool()>;

bool never() { return false; }

WantsStop asked_by(const Poll& poll) {
  return [&poll] {
    try {
      poll();
      return false;
    } catch (const Stopped&) {
      return true;
    }
  };
}

/// What a worker answered, or what the strategy threw there.
Message result_in(Message answer) {
  const std::string kind = answer.empty() ? "" : answer.front();
  if (kind == answer::stopped) throw Stopped{};
  if (kind == answer::broken) throw BrokenInvariant{answer.at(1)};
  if (kind == answer::failed) throw std::runtime_error{answer.at(1)};
  if (kind != answer::done) throw NoMessage{"its worker gave an answer that is none"};
  answer.erase(answer.begin());
  return answer;
}

class IsolatedJob final : public Job {
 public:
  /// @param asks_for_enough  whether fewer than all units may do
  IsolatedJob(WorkerSettings settings, const Assignment& assignment, bool asks_for_enough, const Poll& poll)
      : settings_{std::move(settings)}, assignment_{message_of(assignment)}, asks_for_enough_{asks_for_enough} {
    assignment_.insert(assignment_.begin(), request::prepare);
    try_twice("prepare", [&](Try) { give_back(start(asked_by(poll))); });
  }

  std::uint64_t units() const override { return integer_in(prepared_.at(0)); }
  std::optional<double> seconds_limit() const override {
    return prepared_.size() > 1 ? std::optional{real_in(prepared_[1])} : std::nullopt;
  }

  double weight(std::uint64_t unit) const override { return traits_of(unit).weight; }
  std::optional<std::set<std::string>> sums(std::uint64_t unit) const override { return traits_of(unit).sums; }
  std::map<std::string, Integer> divisors(std::uint64_t unit) const override { return traits_of(unit).divisors; }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    return decode_tally(ask(fmt::format("unit {}", unit),
                            {request::count, field_of(unit), field_of(settings_.seed), field_of(settings_.stream)},
                            asked_by(context.poll))
                            .at(0));
  }

  /// An exact result has all units by definition: there the worker is not asked, and no sum is sent for it.
  bool is_enough(const Tally& prefix, std::uint64_t units) const override {
    if (!asks_for_enough_) return false;
    return ask("is_enough", {request::is_enough, encode(prefix), field_of(units)}, never).at(0) == "yes";
  }

  Report conclude(const Tally& total, std::uint64_t units) const override {
    return report_in(ask("conclude", {request::conclude, encode(total), field_of(units)}, never));
  }

 private:
  /// Of so many units the traits are fetched at once, and of so many chunks they are kept: threads are seldom farther
  /// apart.
  static constexpr std::uint64_t traits_at_once = 1024;
  static constexpr std::size_t chunks_kept = 4;

  using Worker = std::unique_ptr<WorkerProcess>;

  struct Chunk {
    std::uint64_t first = 0;
    std::vector<UnitTraits> traits;
  };

  enum class Try { first, second };

  template <class Action>
  std::invoke_result_t<Action, Try> try_twice(const std::string& what, const Action& action) const {
    std::string first;
    while (true) {
      try {
        return action(first.empty() ? Try::first : Try::second);
      } catch (const WorkerLost& lost) {
        const std::string why = lost.what();
        if (first == why) throw std::runtime_error{fmt::format("its worker {}, twice", why)};
        if (!first.empty()) throw std::runtime_error{fmt::format("its worker {}, and the next one {}", first, why)};
        first = why;
        settings_.note(fmt::format("{}: its worker {}; a new one tries again", what, why));
      }
    }
  }

  Message ask(const std::string& what, const Message& request, const WantsStop& wants_stop) const {
    return try_twice(what, [&](Try which) {
      // What an idle worker did before may be to blame, for another one as well.
      Worker worker = which == Try::first ? take() : nullptr;
      if (worker == nullptr) worker = start(wants_stop);
      Message answer = worker->ask(request, wants_stop);
      give_back(std::move(worker));
      return result_in(std::move(answer));
    });
  }

  /// One that has nothing to do; nullptr where there is none.
  Worker take() const {
    const std::scoped_lock lock{mutex_};
    if (idle_.empty()) return nullptr;
    Worker worker = std::move(idle_.back());
    idle_.pop_back();
    return worker;
  }

  void give_back(Worker worker) const {
    const std::scoped_lock lock{mutex_};
    idle_.push_back(std::move(worker));
  }

  Worker start(const WantsStop& wants_stop) const {
    auto worker = std::make_unique<WorkerProcess>(settings_.program, settings_.limits);
    const Message prepared = result_in(worker->ask(assignment_, wants_stop));
    const std::scoped_lock lock{mutex_};
    if (prepared_.empty()) prepared_ = prepared;
    if (prepared != prepared_) {
      throw std::runtime_error{fmt::format("prepared again, it has {} units and not {}, or another limit in seconds",
                                           prepared.at(0), prepared_.at(0))};
    }
    return worker;
  }

  UnitTraits traits_of(std::uint64_t unit) const {
    const std::scoped_lock lock{traits_mutex_};
    const std::uint64_t first = unit - unit % traits_at_once;
    auto chunk = std::ranges::find(chunks_, first, &Chunk::first);
    if (chunk == chunks_.end()) {
      const std::uint64_t count = std::min(traits_at_once, units() - first);
      auto traits = traits_in(ask(fmt::format("weights, sums and divisors from unit {}", first),
                                  {request::traits, field_of(first), field_of(count)}, never));
      if (chunks_.size() == chunks_kept) chunks_.pop_front();
      chunks_.push_back({first, std::move(traits)});
      chunk = std::prev(chunks_.end());
    }
    return chunk->traits.at(unit - first);
  }

  const WorkerSettings settings_;
  Message assignment_;
  bool asks_for_enough_;
  mutable std::mutex mutex_;  ///< guards the two below
  mutable std::vector<Worker> idle_;
  mutable Message prepared_;  ///< what the first worker said of the job; the same from then on
  mutable std::mutex traits_mutex_;
  mutable std::deque<Chunk> chunks_;  ///< those last fetched
};

}  // namespace

Assignment assignment_of(const Plugin& plugin, const ParameterValues& values, const Request& request) {
  Assignment assignment{.plugin = plugin.file.string(),
                        .sha256 = plugin.sha256,
                        .parameters = {},
                        .problem = request.problem,
                        .quantities = request.quantities,
                        .inputs = request.inputs};
  for (const auto& spec : plugin.parameters) {
    const ParameterValue& value = values.at(spec.name);
    if (value != spec.default_value) assignment.parameters.emplace(spec.name, gridcensus::to_string(value));
  }
  return assignment;
}

IsolatedStrategy::IsolatedStrategy(std::shared_ptr<const Strategy> strategy, const Plugin& plugin,
                                   ParameterValues values, WorkerSettings settings)
    : strategy_{std::move(strategy)}, plugin_{plugin}, values_{std::move(values)}, settings_{std::move(settings)} {}

Offer IsolatedStrategy::offer(const Problem& problem, const std::set<Quantity>& quantities) const {
  return strategy_->offer(problem, quantities);
}

std::unique_ptr<Job> IsolatedStrategy::prepare(const Request& request) const {
  const Offer offer = plugin_.offer(*strategy_, values_, request.problem, request.quantities);
  const bool is_exact = std::ranges::all_of(request.quantities,
                                            [&](Quantity quantity) { return offer.kinds.at(quantity) == Kind::exact; });
  return std::make_unique<IsolatedJob>(settings_, assignment_of(plugin_, values_, request), !is_exact, request.poll);
}

}  // namespace gridcensus::host
