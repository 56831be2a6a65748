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

/// Returns the result in an answer.
///
/// @throws Stopped, BrokenInvariant, std::runtime_error  as the strategy threw it there.
Message result_in(Message answer) {
  if (answer.contains("stopped")) throw Stopped{};
  if (answer.contains("broken")) throw BrokenInvariant{answer.at("broken").get<std::string>()};
  if (answer.contains("failed")) throw std::runtime_error{answer.at("failed").get<std::string>()};
  if (!answer.contains("result")) throw NoMessage{"its worker gave an answer that is none"};
  return std::move(answer["result"]);
}

/// Reads a result.
///
/// @throws NoMessage  it is not of the form that its call has.
auto understood(const Message& result, const auto& read) {
  try {
    return read(result);
  } catch (const Message::exception&) {
    throw NoMessage{"its worker gave an answer that is none"};
  }
}

class IsolatedJob final : public Job {
 public:
  /// @param asks_for_enough  whether fewer than all units may do
  IsolatedJob(WorkerSettings settings, Message prepare, bool asks_for_enough, const Poll& poll)
      : settings_{std::move(settings)},
        prepare_(std::move(prepare)),  // with braces it would be a list of one
        asks_for_enough_{asks_for_enough} {
    try_twice("prepare", [&](Try) { give_back(start(asked_by(poll))); });
  }

  std::uint64_t units() const override { return prepared_->units; }
  std::optional<double> seconds_limit() const override { return prepared_->seconds_limit; }

  double weight(std::uint64_t unit) const override { return traits_of(unit).weight; }
  std::optional<std::set<std::string>> sums(std::uint64_t unit) const override { return traits_of(unit).sums; }
  std::map<std::string, Integer> divisors(std::uint64_t unit) const override { return traits_of(unit).divisors; }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    return understood(
        ask(fmt::format("unit {}", unit), run_request(unit, settings_.seed, settings_.stream), asked_by(context.poll)),
        tally_from);
  }

  /// An exact result has all units by definition: there the worker is not asked, and no sum is sent for it.
  bool is_enough(const Tally& prefix, std::uint64_t units) const override {
    if (!asks_for_enough_) return false;
    return understood(ask("is_enough", is_enough_request(prefix, units), never),
                      [](const Message& result) { return result.get<bool>(); });
  }

  Report conclude(const Tally& total, std::uint64_t units) const override {
    return understood(ask("conclude", conclude_request(total, units), never), report_in);
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
    const PreparedJob prepared = understood(result_in(worker->ask(prepare_, wants_stop)), prepared_in);
    const std::scoped_lock lock{mutex_};
    if (!prepared_) prepared_ = prepared;
    if (prepared != *prepared_) {
      throw std::runtime_error{fmt::format("prepared again, it has {} units and not {}, or another limit in seconds",
                                           prepared.units, prepared_->units)};
    }
    return worker;
  }

  UnitTraits traits_of(std::uint64_t unit) const {
    const std::scoped_lock lock{traits_mutex_};
    const std::uint64_t first = unit - unit % traits_at_once;
    auto chunk = std::ranges::find(chunks_, first, &Chunk::first);
    if (chunk == chunks_.end()) {
      const std::uint64_t count = std::min(traits_at_once, units() - first);
      auto traits = understood(
          ask(fmt::format("weights, sums and divisors from unit {}", first), traits_request(first, count), never),
          traits_in);
      if (chunks_.size() == chunks_kept) chunks_.pop_front();
      chunks_.push_back({first, std::move(traits)});
      chunk = std::prev(chunks_.end());
    }
    return chunk->traits.at(unit - first);
  }

  const WorkerSettings settings_;
  Message prepare_;
  bool asks_for_enough_;
  mutable std::mutex mutex_;  ///< guards the two below
  mutable std::vector<Worker> idle_;
  mutable std::optional<PreparedJob> prepared_;  ///< what the first worker said of the job; the same from then on
  mutable std::mutex traits_mutex_;
  mutable std::deque<Chunk> chunks_;  ///< those last fetched
};

}  // namespace

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
  return std::make_unique<IsolatedJob>(settings_, prepare_request(plugin_, values_, request), !is_exact, request.poll);
}

}  // namespace gridcensus::host
