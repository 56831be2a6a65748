#include "host/base/text.hpp"
#include "host/report/listing.hpp"
#include "host/report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace gridcensus::host {

namespace {

/// A process that has written nothing for longer than this is taken to have ended, or to be in a long unit [s].
constexpr double silent_for_long = 120;

/// One run, in all ledgers together.
struct RunStatus {
  std::string name;
  std::optional<LedgerSummary::Work> job;
  bool is_left_whole = false;
  bool is_concluded = false;
  std::set<std::uint64_t> done;
  double weight_done = 0;  ///< each unit once, by the mean weight of its ledger's units
  double seconds_done = 0;
  std::uint64_t recounts = 0;
  std::map<std::string, LedgerSummary::Failure> failures;  ///< by unit

  std::optional<std::uint64_t> missing() const {
    if (!job || is_left_whole) return std::nullopt;
    return is_concluded ? 0 : job->units - std::min<std::uint64_t>(job->units, done.size());
  }
  /// Processor time that the missing units will take, if they take what those did that are done [s].
  std::optional<double> seconds_left() const {
    if (is_concluded) return 0;
    if (!missing() || weight_done <= 0) return std::nullopt;
    return std::max(0.0, job->weight - weight_done) * seconds_done / weight_done;
  }
};

std::string duration(double seconds) {
  return seconds < 10 ? fmt::format("{:.1f} s", seconds) : duration_text(seconds);
}

/// Threads at work on average in a session: what its units took over what it took.
double pace(double unit_seconds, double running) { return running > 0 ? unit_seconds / running : 0; }

bool is_last_of_its_part(const LedgerSummary& ledger, std::int64_t session) {
  const std::string& part = ledger.sessions.at(session).part;
  return std::ranges::none_of(ledger.sessions, [&part, session](const auto& other) {
    return other.second.part == part && other.first > session;
  });
}

std::string state_of(const RunStatus& run) {
  if (run.is_concluded) return "concluded";
  if (run.is_left_whole) return "left to the concluding run";
  if (!run.job) return "not begun";
  if (run.missing() == 0U) return "counted";
  return fmt::format("{:.1f} %", run.job->weight > 0 ? 100 * run.weight_done / run.job->weight : 0);
}

}  // namespace

Listing describe_status(const std::vector<LedgerSummary>& ledgers) {
  std::map<std::string, RunStatus> runs;
  std::vector<std::string> order;
  for (const auto& ledger : ledgers) {
    for (const auto& run : ledger.runs) {
      const auto [place, is_new] = runs.try_emplace(run.identity_sha256);
      RunStatus& status = place->second;
      if (is_new) order.push_back(run.identity_sha256);
      status.name = run.name;
      if (run.job) status.job = run.job;
      status.is_left_whole = status.is_left_whole || run.is_left_whole;
      status.is_concluded = status.is_concluded || run.is_concluded;
      status.recounts += run.recounts;
      LedgerSummary::Work all;
      for (const auto& [session, work] : run.by_session) {
        all.units += work.units;
        all.weight += work.weight;
        all.seconds += work.seconds;
      }
      const std::size_t before = status.done.size();
      status.done.insert(run.done.begin(), run.done.end());
      if (all.units > 0) {
        const double share = static_cast<double>(status.done.size() - before) / static_cast<double>(all.units);
        status.weight_done += share * all.weight;
        status.seconds_done += share * all.seconds;
      }
      for (const auto& failure : run.failures) status.failures.insert_or_assign(failure.unit, failure);
    }
  }
  for (auto& entry : runs) {
    RunStatus& run = entry.second;
    // What failed once and was counted since has not failed.
    std::erase_if(run.failures, [&run](const auto& failure) {
      return run.is_concluded ||
             (!failure.first.empty() && run.done.contains(std::strtoull(failure.first.c_str(), nullptr, 10)));
    });
  }
  std::ranges::sort(order, {}, [&runs](const std::string& identity) { return runs.at(identity).name; });

  Listing listing{.text = {}, .json = {{"runs", Json::array()}, {"ledgers", Json::array()}}};
  using enum TextTable::Align;
  TextTable table{{{"run"}, {"done", right}, {"missing", right}, {"failed", right}, {"state"}}};
  double seconds_left = 0;
  double seconds_done = 0;
  bool is_known = true;
  std::string troubles;
  for (const auto& identity : order) {
    const RunStatus& run = runs.at(identity);
    const auto missing = run.missing();
    table.add({printable(run.name), std::to_string(run.done.size()), missing ? std::to_string(*missing) : "?",
               std::to_string(run.failures.size()), state_of(run)});
    seconds_done += run.seconds_done;
    if (const auto left = run.seconds_left()) {
      seconds_left += *left;
    } else {
      is_known = is_known && run.is_left_whole;
    }
    Json failures = Json::array();
    for (const auto& [unit, failure] : run.failures) {
      failures.push_back({{"unit", failure.unit}, {"state", failure.state}, {"message", printable(failure.message)}});
      troubles += fmt::format("{} {}: {}\n", printable(run.name), failure.state, printable(failure.message));
    }
    listing.json["runs"].push_back({{"name", printable(run.name)},
                                    {"units", run.job ? Json(run.job->units) : Json()},
                                    {"done", run.done.size()},
                                    {"missing", missing ? Json(*missing) : Json()},
                                    {"recounted", run.recounts},
                                    {"failures", failures},
                                    {"state", state_of(run)},
                                    {"seconds_left", run.seconds_left() ? Json(*run.seconds_left()) : Json()}});
  }

  TextTable sessions{{{"ledger"},
                      {"part"},
                      {"host"},
                      {"units", right},
                      {"last write", right},
                      {"threads at work", right},
                      {"left", right}}};
  double paces = 0;
  double paces_before = 0;
  for (const auto& ledger : ledgers) {
    for (const auto& [id, session] : ledger.sessions) {
      LedgerSummary::Work own;
      LedgerSummary::Work of_part;
      LedgerSummary::Work share;
      for (const auto& run : ledger.runs) {
        if (const auto found = run.shares.find(session.part); found != run.shares.end()) {
          share.weight += found->second.weight;
        }
        for (const auto& [number, work] : run.by_session) {
          if (number == id) {
            own.units += work.units;
            own.seconds += work.seconds;
          }
          if (ledger.sessions.at(number).part != session.part) continue;
          of_part.weight += work.weight;
          of_part.seconds += work.seconds;
        }
      }
      const bool is_last = is_last_of_its_part(ledger, id);
      const double at_work = pace(own.seconds, session.running);
      const double weight_left = share.weight - of_part.weight;
      const bool is_at_work = is_last && session.silent < silent_for_long && weight_left > 1e-9 * share.weight;
      (is_at_work ? paces : paces_before) += is_last ? at_work : 0;
      std::string left = "-";
      if (is_last && share.weight > 0) {
        if (weight_left <= 1e-9 * share.weight)
          left = "done";
        else if (of_part.weight > 0 && at_work > 0)
          left = duration(weight_left * of_part.seconds / of_part.weight / at_work);
      }
      sessions.add({printable(ledger.file.string()), session.part, printable(session.host), std::to_string(own.units),
                    duration(session.silent) + " ago", fmt::format("{:.1f}", at_work), left});
      listing.json["ledgers"].push_back({{"file", printable(ledger.file.string())},
                                         {"part", session.part},
                                         {"host", printable(session.host)},
                                         {"threads", session.threads},
                                         {"started", session.started},
                                         {"last_write", session.last_write},
                                         {"units", own.units},
                                         {"unit_seconds", own.seconds}});
    }
  }
  listing.text = table.text() + "\n" + sessions.text() + "\n" + troubles;
  if (is_known && seconds_left <= 0) {
    listing.text += fmt::format("All is counted; it took {} of processor time.\n", duration(seconds_done));
  } else {
    const double rate = paces > 0 ? paces : paces_before;
    listing.text += fmt::format("Left: {}{} of processor time ({} are done)",
                                is_known ? "" : "of some run nothing is known yet; of the others ",
                                duration(seconds_left), duration(seconds_done));
    listing.text += rate > 0 ? fmt::format("; at the pace of {} {}.\n",
                                           paces > 0 ? "those at work now" : "before, with nobody at work now,",
                                           duration(seconds_left / rate))
                             : ".\n";
  }
  listing.json["seconds_done"] = seconds_done;
  listing.json["seconds_left"] = is_known ? Json(seconds_left) : Json();
  return listing;
}

}  // namespace gridcensus::host
