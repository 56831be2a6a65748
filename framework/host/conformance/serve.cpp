#include "host/base/text.hpp"
#include "host/conformance/subject.hpp"
#include "host/conformance/suite.hpp"
#include "host/process/child.hpp"
#include "host/process/peer.hpp"
#include "host/programs/program_entry.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include <algorithm>
#include <csignal>
#include <optional>
#include <unistd.h>
#include <utility>

namespace gridcensus::host::conformance {

namespace {

void send(const Message& message) {
  if (!write_lines(Peer::socket_descriptor, readable_line_of(message))) ::_exit(static_cast<int>(ExitCode::run_failed));
}

/// Waits for the request.
Message read_request() {
  MessageLines lines;
  while (true) {
    if (auto request = lines.next()) return *std::move(request);
    if (lines.add_from(Peer::socket_descriptor) <= 0) ::_exit(static_cast<int>(ExitCode::run_failed));
  }
}

void send(const CheckResult& result) {
  send(Message{{"check", result.check}, {"result", name_of(result.result)}, {"text", bounded_utf8(result.text)}});
}

/// Prepares the process before any code of the plugin runs in it.
void prepare_process() {
  leave_no_core_file();
  // This process must not outlive the program that started it.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Output to stdout goes to a file that only this process writes.
  const int file = ::memfd_create("stdout", MFD_CLOEXEC);
  ::dup2(file, STDOUT_FILENO);
  ::close(file);
}

/// Returns the values given as NAME=VALUE over the defaults.
ParameterValues values_of(const Plugin& plugin, const std::vector<std::string>& given) {
  Message mistakes = Message::array();
  std::vector<std::string> names;
  for (const auto& spec : plugin.parameters) names.push_back(spec.name);
  ParameterValues values;
  for (const auto& text : given) {
    const auto equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const auto spec = std::ranges::find(plugin.parameters, name, &ParameterSpec::name);
    Message mistake{{"option", "--param " + text}};
    if (equals == std::string::npos) {
      mistake["message"] = "expected NAME=VALUE";
    } else if (spec == plugin.parameters.end()) {
      mistake["message"] = fmt::format("unknown parameter of {}; known: {}", plugin.about.id, fmt::join(names, ", "));
      if (const auto nearest = nearest_name(name, names)) mistake["nearest"] = *nearest;
    } else {
      try {
        if (values.emplace(name, parse_parameter(*spec, text.substr(equals + 1))).second) continue;
        mistake["message"] = fmt::format("parameter {} is given twice", name);
      } catch (const InvalidParameter& error) {
        mistake["message"] = error.what();
      }
    }
    mistakes.push_back(std::move(mistake));
  }
  if (!mistakes.empty()) {
    send(Message{{"mistakes", mistakes}});
    ::_exit(static_cast<int>(ExitCode::bad_input));
  }
  return with_defaults(plugin.parameters, values);
}

CheckResult result_of(const Check& check, Subject& subject, const std::vector<std::string>& failed) {
  CheckResult result{std::string{check.name}, Result::holds, {}};
  for (const auto& needed : check.rests_on) {
    if (std::ranges::find(failed, needed) == failed.end()) continue;
    return {result.check, Result::skipped, fmt::format("it rests on {}, which failed", needed)};
  }
  try {
    result.text = check.make(subject);
  } catch (const CheckSkipped& error) {
    result.result = Result::skipped;
    result.text = error.what();
  } catch (const std::exception& error) {  // CheckFailed, and exceptions of a strategy
    result.result = Result::fails;
    result.text = error.what();
  } catch (...) {
    result.result = Result::fails;
    result.text = "threw something that is not a std::exception";
  }
  return result;
}

/// Returns the strategies of the folders, by their file names.
std::set<std::string> neighbours_in(const std::vector<std::filesystem::path>& folders) {
  std::set<std::string> ids;
  for (const auto& folder : folders) {
    for (const auto& file : plugin_files_in(folder)) ids.insert(strategy_id_of(file));
  }
  return ids;
}

std::string loaded_text(const Plugin& plugin) {
  if (plugin.program != nullptr) {
    return fmt::format("a program, {}, version {}", plugin.program->installed().executable().string(),
                       plugin.about.version);
  }
  std::error_code error;
  const bool has_hash = std::filesystem::exists(plugin.file.string() + ".sha256", error);
  return fmt::format("built against {}, with this program's toolchain; {}", plugin.built_against,
                     has_hash ? "its SHA-256 is the one that its build wrote down" : "no .sha256 file is next to it");
}

}  // namespace

int run_checks() {
  prepare_process();
  const Message request = read_request();
  const auto options = request.get<SuiteOptions>();
  send(Message{{"begin", loading}});
  Catalog catalog{{.directories = {},
                   .on_demand = options.directories,
                   .files = {options.plugin},
                   .allow_insecure = options.allow_insecure}};
  catalog.open({});
  if (!catalog.refusals().empty()) {
    send(CheckResult{std::string{loading}, Result::fails, catalog.refusals().front().reason});
    send(Message{{"done", true}});
    return static_cast<int>(ExitCode::plugin_refused);
  }
  const Plugin& plugin = catalog.plugins().begin()->second;
  send(Message{{"id", plugin.about.id}, {"version", bounded_utf8(plugin.about.version)}, {"sha256", plugin.sha256}});
  const auto values = values_of(plugin, options.parameters);
  send(CheckResult{std::string{loading}, Result::holds, loaded_text(plugin)});

  auto failed = request["failed"].get<std::vector<std::string>>();
  std::optional<Subject> subject;
  subject.emplace(catalog, plugin, values, neighbours_in(options.directories), options, [](const std::string& what) {
    send(Message{{"doing", bounded_utf8(what)}});
  });
  for (const auto& check : all_checks()) {
    if (std::ranges::find(options.checks, check.name) == options.checks.end()) continue;
    send(Message{{"begin", check.name}});
    const CheckResult result = result_of(check, *subject, failed);
    if (result.result == Result::fails) failed.push_back(result.check);
    send(result);
  }
  send(Message{{"done", true}});
  // Skip the handlers that the plugin has registered for the end of the process.
  ::_exit(static_cast<int>(ExitCode::all_agree));
}

}  // namespace gridcensus::host::conformance
