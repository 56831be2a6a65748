#include "host/conformance/suite.hpp"

#include "host/process/child.hpp"
#include "host/process/descriptor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <unistd.h>

namespace gridcensus::host::conformance {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds longest_start{60};

/// What a process that makes checks is to know.
std::string request_text(const SuiteOptions& options, const std::vector<std::string>& checks,
                         const std::vector<std::string>& failed) {
  std::vector<std::string> directories;
  for (const auto& directory : options.directories) directories.push_back(directory.string());
  return Json{{"plugin", options.plugin.string()},
              {"directories", directories},
              {"allow_insecure", options.allow_insecure},
              {"parameters", options.parameters},
              {"checks", checks},
              {"failed", failed},
              {"seed", options.seed},
              {"threads", options.threads},
              {"effort", options.effort}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// A process that makes checks, and the lines that it says of them.
class Checker {
 public:
  Checker(const std::filesystem::path& program, const std::string& request) {
    Pipe pipe = open_pipe();
    child_.emplace(ChildStart{.program = program,
                              .arguments = {checks_command, request},
                              .descriptors = {pipe.write_end.number()},
                              .shares_stderr = true});
    lines_ = std::move(pipe.read_end);
  }

  /// The next line; nullopt where there is none until then, or none any more.
  std::optional<std::string> next_line(Clock::time_point until) {
    while (true) {
      if (const auto end = text_.find('\n'); end != std::string::npos) {
        std::string line = text_.substr(0, end);
        text_.erase(0, end + 1);
        return line;
      }
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
      if (left <= 0) {
        is_late_ = true;
        return std::nullopt;
      }
      pollfd pipe{lines_.number(), POLLIN, 0};
      // Not for long at once: a process that has ended may have left the pipe to another.
      constexpr int look_ms = 100;
      if (::poll(&pipe, 1, static_cast<int>(std::min<std::int64_t>(left, look_ms))) <= 0) {
        if (child_->is_running()) continue;
        return std::nullopt;
      }
      std::array<char, 4096> buffer{};
      const ssize_t count = ::read(lines_.number(), buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return std::nullopt;
      text_.append(buffer.data(), static_cast<std::size_t>(count));
    }
  }

  /// Why no line came any more. The process is gone then.
  std::string end(double seconds) {
    if (is_late_) {
      child_->kill();
      return fmt::format("it takes longer than {:g} s", seconds);
    }
    // The pipe may end a moment before the process does.
    const auto until = Clock::now() + std::chrono::seconds{1};
    while (child_->is_running() && Clock::now() < until) ::poll(nullptr, 0, 1);
    if (child_->is_running()) {
      child_->kill();
      return "it closes descriptors that are not its own";
    }
    return "it ends its process with " + how_ended(child_->status());
  }

 private:
  std::optional<Child> child_;
  Descriptor lines_;
  std::string text_;
  bool is_late_ = false;
};

/// What is still to be done, and what has come of the rest.
class Examination {
 public:
  Examination(const SuiteOptions& options, const std::function<void(const CheckResult&)>& tell)
      : options_{options}, tell_{tell}, left_{options.checks} {
    suite_.plugin = options.plugin;
    suite_.seed = options.seed;
    suite_.threads = options.threads;
  }

  Suite run() {
    while (!is_done_) make_some();
    return std::move(suite_);
  }

 private:
  /// As many checks as one process survives.
  void make_some() {
    Checker checker{options_.program, request_text(options_, left_, failed_)};
    const std::chrono::duration<double> patience{options_.check_seconds};
    const auto later = [&] { return Clock::now() + std::chrono::duration_cast<Clock::duration>(patience); };
    current_ = loading;
    doing_.clear();
    // To be loaded has a limit of its own, that of a probe.
    auto until = std::max(later(), Clock::now() + longest_start);
    std::string why;
    while (const auto line = checker.next_line(until)) {
      const auto json = Json::parse(*line, nullptr, false);
      if (!json.is_object()) {
        why = "it writes to descriptors that are not its own";
        break;
      }
      if (take(json)) until = later();
      if (is_done_) return;
    }
    if (why.empty()) why = checker.end(options_.check_seconds);
    end({.check = current_, .result = Result::fails, .text = why + (doing_.empty() ? "" : ": " + doing_)});
    if (current_ == loading) is_done_ = true;
  }

  /// @return  whether a check has begun, after loading
  bool take(const Json& json) {
    if (json.contains("mistakes")) throw_mistakes(json["mistakes"]);
    if (json.contains("doing")) doing_ = json["doing"];
    if (json.contains("id")) {
      suite_.id = json["id"];
      suite_.version = json["version"];
      suite_.sha256 = json["sha256"];
    }
    if (json.contains("check")) {
      end({json["check"], find_result(json["result"].get<std::string>()).value(), json["text"],
           json["notes"].get<std::vector<std::string>>()});
    }
    if (json.contains("done")) is_done_ = true;
    if (!json.contains("begin")) return false;
    current_ = json["begin"];
    doing_.clear();
    return current_ != loading;
  }

  void end(CheckResult result) {
    std::erase(left_, result.check);
    // A process that takes the place of another loads the plugin again.
    const bool is_again = std::ranges::any_of(
        suite_.checks, [&](const CheckResult& made) { return made.check == result.check && made.check == loading; });
    if (is_again && result.result == Result::holds) return;
    if (result.result == Result::fails) failed_.push_back(result.check);
    tell_(result);
    suite_.checks.push_back(std::move(result));
  }

  [[noreturn]] static void throw_mistakes(const Json& mistakes) {
    std::vector<Diagnostic> diagnostics;
    for (const auto& mistake : mistakes) {
      std::optional<std::string> nearest;
      if (mistake.contains("nearest")) nearest = mistake["nearest"].get<std::string>();
      diagnostics.push_back(on_command_line(mistake["option"], mistake["message"], nearest));
    }
    throw BadInput{std::move(diagnostics)};
  }

  const SuiteOptions& options_;
  const std::function<void(const CheckResult&)>& tell_;
  std::vector<std::string> left_;
  std::vector<std::string> failed_;
  std::string current_;
  std::string doing_;
  bool is_done_ = false;
  Suite suite_;
};

/// In the order in which they are made, each once.
std::vector<std::string> wanted_checks(const std::vector<std::string>& given) {
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
    if (name == loading) continue;  // made in any case
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

Suite run_suite(const SuiteOptions& options, const std::function<void(const CheckResult&)>& tell) {
  SuiteOptions complete = options;
  complete.checks = wanted_checks(options.checks);
  return Examination{complete, tell}.run();
}

}  // namespace gridcensus::host::conformance
