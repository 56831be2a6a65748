#include "host/workers/remote_job.hpp"

#include "host/base/json.hpp"
#include "host/fields/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace gridcensus::host {

namespace {

bool never() { return false; }

std::function<bool()> wants_stop_of(const Poll& poll) {
  return [&poll] {
    try {
      poll();
      return false;
    } catch (const Stopped&) {
      return true;
    }
  };
}

}  // namespace

Message result_in(Message answer, const std::string& noun) {
  if (answer.contains("stopped")) throw Stopped{};
  const auto reason = [&answer](const char* member) {
    if (answer.at(member).is_string()) return answer.at(member).get<std::string>();
    throw MalformedMessage{fmt::format("the member {} of an answer is not a text", member)};
  };
  if (answer.contains("broken")) throw BrokenInvariant{reason("broken")};
  if (answer.contains("failed")) throw std::runtime_error{reason("failed")};
  if (!answer.contains("result")) {
    throw MalformedMessage{fmt::format("its {} gave an answer without one of result, stopped, broken, failed", noun)};
  }
  return std::move(answer["result"]);
}

/// Reads a result.
///
/// @throws MalformedMessage  it does not have the form of its call.
template <class Read>
auto RemoteJob::understood(const Message& result, const Read& read) const {
  try {
    return read(result);
  } catch (const std::exception& error) {
    throw MalformedMessage{
        fmt::format("its {} gave an answer of another form than expected: {}", calls_.noun, message_of(error))};
  }
}

template <class Action>
auto RemoteJob::try_twice(const std::string& what, const Action& action) const {
  std::string first;
  while (true) {
    try {
      return action(first.empty() ? Try::first : Try::second);
    } catch (const WorkerLost& lost) {
      const std::string why = lost.what();
      const bool is_final = dynamic_cast<const WorkerTimedOut*>(&lost) != nullptr;
      if (is_final && first.empty()) throw std::runtime_error{fmt::format("its {} {}", calls_.noun, why)};
      if (first == why) throw std::runtime_error{fmt::format("its {} {}, twice", calls_.noun, why)};
      if (!first.empty()) {
        throw std::runtime_error{fmt::format("its {} {}, and the next one {}", calls_.noun, first, why)};
      }
      first = why;
      calls_.note(fmt::format("{}: the {} {}; retrying in a new one", what, calls_.noun, why));
    }
  }
}

RemoteJob::RemoteJob(RemoteCalls calls, const Poll& poll) : calls_{std::move(calls)} {
  try_twice("prepare", [&](Try) { give_back(start(wants_stop_of(poll), &prepared_)); });
  job_ = understood(prepared_, value_from<PreparedJob>);
}

std::uint64_t RemoteJob::units() const { return job_.units.value_or(1); }

std::optional<double> RemoteJob::seconds_limit() const { return job_.seconds_limit; }

Tally RemoteJob::run(std::uint64_t unit, const UnitContext& context) const {
  const Message result = ask(fmt::format("unit {}", unit), calls_.run(unit, context), wants_stop_of(context.poll));
  return understood(result, [unit](const Message& tally) { return tally_in(tally, unit); });
}

bool RemoteJob::is_enough(const Tally& prefix, std::uint64_t units) const {
  if (!calls_.asks_for_enough) return false;
  return understood(
      ask("is_enough", {{"call", "is_enough"}, {"tally", json_of(prefix)}, {"units", std::to_string(units)}}, never),
      [](const Message& result) { return result.get<bool>(); });
}

Report RemoteJob::conclude(const Tally& total, std::uint64_t units) const {
  return understood(
      ask("conclude", {{"call", "conclude"}, {"tally", json_of(total)}, {"units", std::to_string(units)}}, never),
      [&total](const Message& result) { return report_in(result, total); });
}

Message RemoteJob::ask(const std::string& what, const Message& request, const WantsStop& wants_stop) const {
  return try_twice(what, [&](Try which) {
    // Earlier work of an idle process may be the cause, and another idle one may have the same problem.
    Worker worker = which == Try::first ? take() : nullptr;
    if (worker == nullptr) worker = start(wants_stop, nullptr);
    Message answer = worker->ask(request, wants_stop);
    give_back(std::move(worker));
    return result_in(std::move(answer), calls_.noun);
  });
}

/// Returns an idle process; nullptr if there is none.
RemoteJob::Worker RemoteJob::take() const {
  const std::scoped_lock lock{mutex_};
  if (idle_.empty()) return nullptr;
  Worker worker = std::move(idle_.back());
  idle_.pop_back();
  return worker;
}

void RemoteJob::give_back(Worker worker) const {
  const std::scoped_lock lock{mutex_};
  idle_.push_back(std::move(worker));
}

/// @param prepared  receives the answer of the first process; nullptr: the answer must equal that one
RemoteJob::Worker RemoteJob::start(const WantsStop& wants_stop, Message* prepared) const {
  auto worker = calls_.start();
  Message answer = result_in(worker->ask(calls_.prepare, wants_stop), calls_.noun);
  if (prepared != nullptr) {
    *prepared = std::move(answer);
  } else if (answer != prepared_) {
    throw std::runtime_error{fmt::format("prepared again, it answered {} and not {}", answer.dump(), prepared_.dump())};
  }
  return worker;
}

UnitTraits RemoteJob::traits_of(std::uint64_t unit) const {
  const std::scoped_lock lock{traits_mutex_};
  const std::uint64_t first = unit - unit % traits_at_once;
  auto chunk = std::ranges::find(chunks_, first, &Chunk::first);
  if (chunk == chunks_.end()) {
    const std::uint64_t count = std::min(traits_at_once, units() - first);
    auto traits =
        understood(ask(fmt::format("weights, sums and divisors from unit {}", first),
                       {{"call", "traits"}, {"first", std::to_string(first)}, {"count", std::to_string(count)}}, never),
                   value_from<std::vector<UnitTraits>>);
    if (traits.size() != count) throw MalformedMessage{fmt::format("expected the traits of {} units", count)};
    if (chunks_.size() == chunks_kept) chunks_.pop_front();
    chunks_.push_back({first, std::move(traits)});
    chunk = std::prev(chunks_.end());
  }
  return chunk->traits.at(unit - first);
}

}  // namespace gridcensus::host
