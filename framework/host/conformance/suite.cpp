#include "host/conformance/suite.hpp"

#include "host/process/peer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace gridcensus::host::conformance {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds max_start_time{60};

/// Thrown when a process does not answer in time.
struct AnswerTimeout {};

/// A process that runs checks.
class CheckProcess {
 public:
  CheckProcess(const std::filesystem::path& program, const Message& request)
      : peer_{{.program = program, .arguments = {checks_command}, .shares_stderr = true}} {
    peer_.send(request);
  }

  /// Returns the next message, or nullopt if no more will come.
  ///
  /// @throws MalformedMessage      the plugin wrote to the connection.
  /// @throws AnswerTimeout  there is none by then.
  std::optional<Message> next(Clock::time_point until) {
    constexpr std::chrono::milliseconds poll_interval{100};
    return peer_.receive(poll_interval, [until] {
      if (Clock::now() >= until) throw AnswerTimeout{};
    });
  }

  /// Returns why no message came. The process has ended then.
  std::string end() {
    return peer_.end() ? "it ends its process with " + describe_exit(peer_.child().status())
                       : "it closes descriptors that are not its own";
  }

 private:
  Peer peer_;
};

/// The remaining checks and the results so far.
class SuiteRun {
 public:
  SuiteRun(const SuiteOptions& options, const std::function<void(const CheckResult&)>& on_result)
      : options_{options}, on_result_{on_result}, left_{options.checks} {
    suite_.plugin = options.plugin;
    suite_.seed = options.seed;
    suite_.threads = options.threads;
  }

  Suite run() {
    while (!is_done_) run_some();
    return std::move(suite_);
  }

 private:
  /// Runs checks in one process until it ends.
  void run_some() {
    Message request = options_;
    request.update({{"call", "check"}, {"protocol", protocol_version}, {"checks", left_}, {"failed", failed_}});
    CheckProcess checker{options_.program, request};
    const std::chrono::duration<double> limit{options_.check_seconds};
    const auto later = [&] { return Clock::now() + std::chrono::duration_cast<Clock::duration>(limit); };
    current_ = loading;
    step_.clear();
    // Loading has a time limit of its own, that of a probe.
    auto until = std::max(later(), Clock::now() + max_start_time);
    std::string why;
    try {
      while (const auto message = checker.next(until)) {
        if (take(*message)) until = later();
        if (is_done_) return;
      }
      why = checker.end();
    } catch (const AnswerTimeout&) {
      why = fmt::format("it takes longer than {:g} s", options_.check_seconds);
    } catch (const MalformedMessage&) {
      why = "it writes to descriptors that are not its own";
    }
    end({.check = current_, .result = Result::fails, .text = why + (step_.empty() ? "" : ": " + step_)});
    if (current_ == loading) is_done_ = true;
  }

  /// @return  true if a check has begun, after loading, or a step of it
  bool take(const Message& json) {
    if (json.contains("mistakes")) throw_mistakes(json["mistakes"]);
    if (json.contains("doing")) step_ = json["doing"];
    if (json.contains("id")) {
      suite_.id = json["id"];
      suite_.version = json["version"];
      suite_.sha256 = json["sha256"];
    }
    if (json.contains("check")) {
      end({json["check"], find_term<Result>(json["result"].get<std::string>()).value(), json["text"]});
    }
    if (json.contains("done")) is_done_ = true;
    if (!json.contains("begin")) return json.contains("doing");
    current_ = json["begin"];
    step_.clear();
    return current_ != loading;
  }

  void end(CheckResult result) {
    std::erase(left_, result.check);
    // A replacement process loads the plugin again.
    const bool is_again = std::ranges::any_of(
        suite_.checks, [&](const CheckResult& made) { return made.check == result.check && made.check == loading; });
    if (is_again && result.result == Result::holds) return;
    if (result.result == Result::fails) failed_.push_back(result.check);
    on_result_(result);
    suite_.checks.push_back(std::move(result));
  }

  [[noreturn]] static void throw_mistakes(const Message& mistakes) {
    std::vector<Diagnostic> diagnostics;
    for (const auto& mistake : mistakes) {
      std::optional<std::string> nearest;
      if (mistake.contains("nearest")) nearest = mistake["nearest"].get<std::string>();
      diagnostics.push_back(on_command_line(mistake["option"], mistake["message"], nearest));
    }
    throw BadInput{std::move(diagnostics)};
  }

  const SuiteOptions& options_;
  const std::function<void(const CheckResult&)>& on_result_;
  std::vector<std::string> left_;
  std::vector<std::string> failed_;
  std::string current_;
  std::string step_;
  bool is_done_ = false;
  Suite suite_;
};

/// Returns the requested checks in the order in which they run, each once.
std::vector<std::string> requested_checks(const std::vector<std::string>& given) {
  const auto known = check_names();
  std::vector<Diagnostic> mistakes;
  for (const auto& name : given) {
    if (std::ranges::find(known, name) != known.end()) continue;
    mistakes.push_back(on_command_line("--only " + name,
                                       fmt::format("unknown check; expected one of: {}", fmt::join(known, ", ")),
                                       nearest_name(name, known)));
  }
  if (!mistakes.empty()) throw BadInput{std::move(mistakes)};
  std::vector<std::string> wanted;
  for (const auto& name : known) {
    if (name == loading) continue;  // always runs
    if (given.empty() || std::ranges::find(given, name) != given.end()) wanted.push_back(name);
  }
  return wanted;
}

}  // namespace

std::size_t Suite::count(Result result) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(checks, [result](const CheckResult& check) { return check.result == result; }));
}

ExitCode Suite::exit_code() const {
  if (count(Result::fails) == 0) return ExitCode::all_agree;
  const bool is_refused = checks.front().result == Result::fails && checks.front().check == loading;
  return is_refused ? ExitCode::plugin_refused : ExitCode::disagreement;
}

std::vector<std::string> check_names() {
  std::vector<std::string> names{std::string{loading}};
  for (const auto& check : all_checks()) names.emplace_back(check.name);
  return names;
}

Suite run_suite(const SuiteOptions& options, const std::function<void(const CheckResult&)>& on_result) {
  SuiteOptions complete = options;
  complete.checks = requested_checks(options.checks);
  return SuiteRun{complete, on_result}.run();
}

}  // namespace gridcensus::host::conformance
