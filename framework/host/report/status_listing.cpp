#include "host/base/text.hpp"
#include "host/report/listing.hpp"
#include "host/report/text_layout.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace gridcensus::host {

namespace {

/// One run, in all ledgers together.
struct RunStatus {
  std::string name;
  std::optional<LedgerContents::Work> job;
  bool is_deferred = false;
  bool is_concluded = false;
  std::set<std::uint64_t> done;
  double weight_done = 0;  ///< each unit once, weighted by the mean of its ledger's units
  double seconds_done = 0;
  std::uint64_t recounts = 0;
  std::map<std::string, FailureRow> failures;  ///< by unit

  std::optional<std::uint64_t> missing() const {
    if (!job || is_deferred) return std::nullopt;
    return is_concluded ? 0 : job->units - std::min<std::uint64_t>(job->units, done.size());
  }
  /// Returns the processor time that the missing units will take, if they take as long as those done [s].
  std::optional<double> seconds_left() const {
    if (is_concluded) return 0;
    if (!missing() || weight_done <= 0) return std::nullopt;
    return std::max(0.0, job->weight - weight_done) * seconds_done / weight_done;
  }
};

std::string state_of(const RunStatus& run) {
  if (run.is_concluded) return "concluded";
  if (run.is_deferred) return "left to the concluding run";
  if (!run.job) return "not begun";
  if (run.missing() == 0U) return "counted";
  return fmt::format("{:.1f} %", run.job->weight > 0 ? 100 * run.weight_done / run.job->weight : 0);
}

/// Returns the runs of all ledgers, by name.
std::vector<RunStatus> runs_in(const std::vector<LedgerContents>& ledgers) {
  std::map<std::string, RunStatus> by_identity;
  for (const auto& ledger : ledgers) {
    for (const auto& run : ledger.runs) {
      RunStatus& status = by_identity[run.row.identity_sha256];
      status.name = run.row.label();
      if (run.job) status.job = run.job;
      status.is_deferred = status.is_deferred || run.is_deferred;
      status.is_concluded = status.is_concluded || run.conclusion.has_value();
      status.recounts += run.recounts;
      for (const auto& failure : run.failures) status.failures.insert_or_assign(failure.unit, failure);
      // Units that are also in another ledger count once.
      const std::size_t before = status.done.size();
      status.done.insert(run.done.begin(), run.done.end());
      const auto added = static_cast<double>(status.done.size() - before);
      for (const auto& [session, work] : run.by_session) {
        status.weight_done += added / static_cast<double>(run.done.size()) * work.weight;
        status.seconds_done += added / static_cast<double>(run.done.size()) * work.seconds;
      }
    }
  }
  std::vector<RunStatus> runs;
  for (auto& [identity, run] : by_identity) {
    // Units that failed may have been counted later.
    std::erase_if(run.failures, [&run = run](const auto& failure) {
      return run.is_concluded ||
             (!failure.first.empty() && run.done.contains(std::strtoull(failure.first.c_str(), nullptr, 10)));
    });
    runs.push_back(std::move(run));
  }
  std::ranges::stable_sort(runs, {}, &RunStatus::name);
  return runs;
}

Json json_of(const RunStatus& run) {
  Json failures = Json::array();
  for (const auto& [unit, failure] : run.failures) {
    failures.push_back({{"unit", failure.unit}, {"state", failure.state}, {"message", printable(failure.message)}});
  }
  const auto missing = run.missing();
  const auto left = run.seconds_left();
  return {{"name", printable(run.name)}, {"units", run.job ? Json(run.job->units) : Json()},
          {"done", run.done.size()},     {"missing", missing ? Json(*missing) : Json()},
          {"recounted", run.recounts},   {"failures", std::move(failures)},
          {"state", state_of(run)},      {"seconds_left", left ? Json(*left) : Json()}};
}

TextTable table_of(const std::vector<RunStatus>& runs) {
  using enum TextTable::Align;
  TextTable table{{{"run"}, {"done", right}, {"missing", right}, {"failed", right}, {"state"}}};
  for (const RunStatus& run : runs) {
    const auto missing = run.missing();
    table.add({run.name, std::to_string(run.done.size()), missing ? std::to_string(*missing) : "?",
               std::to_string(run.failures.size()), state_of(run)});
  }
  return table;
}

using Work = LedgerContents::Work;

Work sum_of(const Work& left, const Work& right) {
  return {left.units + right.units, left.weight + right.weight, left.seconds + right.seconds};
}

/// One session of a ledger, and the part of the experiment that it counts.
struct SessionStatus {
  const LedgerContents* ledger = nullptr;
  const LedgerContents::Session* session = nullptr;
  Work own = {};
  Work of_part = {};     ///< of all sessions for this part
  double share = 0;      ///< weight of the part
  bool is_last = false;  ///< of its part

  double pace() const { return session->running > 0 ? own.seconds / session->running : 0; }
  double weight_left() const { return share - of_part.weight; }
  bool is_part_done() const { return weight_left() <= 1e-9 * share; }
  std::string left() const {
    if (!is_last || share <= 0) return "-";
    if (is_part_done()) return "done";
    if (of_part.weight <= 0 || pace() <= 0) return "-";
    return seconds_text(weight_left() * of_part.seconds / of_part.weight / pace());
  }
};

std::vector<SessionStatus> sessions_in(const std::vector<LedgerContents>& ledgers) {
  std::vector<SessionStatus> all;
  for (const auto& ledger : ledgers) {
    for (const auto& session : ledger.sessions) {
      const std::string& part = session.second.part;
      SessionStatus& status = all.emplace_back(SessionStatus{.ledger = &ledger, .session = &session.second});
      status.is_last = std::ranges::none_of(
          ledger.sessions, [&](const auto& other) { return other.first > session.first && other.second.part == part; });
      for (const auto& run : ledger.runs) {
        if (const auto found = run.shares.find(part); found != run.shares.end()) status.share += found->second.weight;
        for (const auto& [id, work] : run.by_session) {
          if (id == session.first) status.own = sum_of(status.own, work);
          if (ledger.sessions.at(id).part == part) status.of_part = sum_of(status.of_part, work);
        }
      }
    }
  }
  return all;
}

Json json_of(const SessionStatus& status) {
  const LedgerContents::Session& session = *status.session;
  return {{"file", printable(status.ledger->file.string())},
          {"part", session.part},
          {"host", printable(session.host)},
          {"threads", session.threads},
          {"started", session.started},
          {"last_write", session.last_write},
          {"units", status.own.units},
          {"unit_seconds", status.own.seconds}};
}

TextTable table_of(const std::vector<SessionStatus>& sessions) {
  using enum TextTable::Align;
  TextTable table{{{"ledger"},
                   {"part"},
                   {"host"},
                   {"units", right},
                   {"last write", right},
                   {"threads at work", right},
                   {"left", right}}};
  for (const SessionStatus& status : sessions) {
    table.add({status.ledger->file.string(), status.session->part, status.session->host,
               std::to_string(status.own.units), seconds_text(status.session->silent) + " ago",
               fmt::format("{:.1f}", status.pace()), status.left()});
  }
  return table;
}

/// Processor time of all runs together [s].
struct ProcessorTime {
  double done = 0;
  double left = 0;       ///< of the runs whose time is known
  bool is_known = true;  ///< for all runs
};

ProcessorTime processor_time_of(const std::vector<RunStatus>& runs) {
  ProcessorTime processor_time;
  for (const RunStatus& run : runs) {
    processor_time.done += run.seconds_done;
    const auto left = run.seconds_left();
    processor_time.left += left.value_or(0);
    processor_time.is_known = processor_time.is_known && (left || run.is_deferred);
  }
  return processor_time;
}

std::string summary_of(const ProcessorTime& processor_time) {
  if (processor_time.is_known && processor_time.left <= 0) {
    return fmt::format(
        "All units of the runs above are counted. They took {} of processor time. Runs that have not begun may be "
        "missing here: `gridcensus plan` lists them.",
        seconds_text(processor_time.done));
  }
  return fmt::format("Left: {}{} of processor time ({} are done{}).", processor_time.is_known ? "" : "at least ",
                     seconds_text(processor_time.left), seconds_text(processor_time.done),
                     processor_time.is_known ? "" : "; some runs cannot be forecast yet");
}

}  // namespace

Rendering describe_status(const std::vector<LedgerContents>& ledgers, std::size_t width) {
  const auto runs = runs_in(ledgers);
  const auto sessions = sessions_in(ledgers);
  const ProcessorTime processor_time = processor_time_of(runs);
  Json json{{"runs", Json::array()}, {"ledgers", Json::array()}, {"processes", Json::array()}};
  Lines lines{width};
  lines.add(table_of(runs));
  lines.add();
  lines.add(table_of(sessions));
  lines.add();
  for (const RunStatus& run : runs) {
    json["runs"].push_back(json_of(run));
    for (const auto& [unit, failure] : run.failures)
      lines.add_wrapped(fmt::format("{} {}: {}", run.name, failure.state, failure.message), 4);
  }
  for (const LedgerContents& ledger : ledgers) {
    if (!ledger.holder) continue;
    json["processes"].push_back({{"file", printable(ledger.file.string())}, {"process", *ledger.holder}});
    lines.add_wrapped(fmt::format("Process {} is at work on {}.", *ledger.holder, ledger.file.string()), 4);
  }
  lines.add_wrapped(runs.empty() ? "Nothing is counted yet." : summary_of(processor_time), 4);
  for (const SessionStatus& status : sessions) json["ledgers"].push_back(json_of(status));
  json["seconds_done"] = processor_time.done;
  json["seconds_left"] = processor_time.is_known ? Json(processor_time.left) : Json();
  return {.text = lines.text(), .json = std::move(json)};
}

}  // namespace gridcensus::host
