#include "app/commands.hpp"
#include "app/services.hpp"
#include "host/calls/call.hpp"
#include "host/calls/guarded_strategy.hpp"
#include "host/conformance/suite.hpp"
#include "host/graph/engine.hpp"
#include "host/isolation/worker.hpp"
#include "host/process/inherited.hpp"
#include "host/process/keeper.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace {

using gridcensus::host::ExitCode;

ExitCode dispatch(const std::vector<std::string>& words) {
  const auto is_help = [](const std::string& word) { return word == "--help" || word == "-h" || word == "help"; };
  if (std::ranges::all_of(words, is_help)) {
    gridcensus::app::print(gridcensus::app::overview());
    return words.empty() ? ExitCode::bad_input : ExitCode::all_agree;
  }
  if (words[0] == "--version" || words[0] == "-V") {
    gridcensus::app::print(gridcensus::app::version_text());
    return ExitCode::all_agree;
  }
  const std::string& name = words[0] == "help" ? words[1] : words[0];
  const auto* const command = gridcensus::app::find_command(name);
  if (command == nullptr) {
    std::vector<std::string> names = gridcensus::app::command_names();
    const bool is_option = name.starts_with("-");
    const std::string commands = fmt::format("{}", fmt::join(names, ", "));
    if (is_option) names = {"--help", "--version"};
    throw gridcensus::host::BadInput{gridcensus::host::on_command_line(
        "",
        is_option ? fmt::format("unknown option {}; expected a command, --help or --version", name)
                  : fmt::format("unknown command {}; expected one of: {}", name, commands),
        gridcensus::host::nearest_name(name, names))};
  }
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  const gridcensus::app::Arguments arguments{*command, words[0] == "help" ? std::vector<std::string>{"--help"} : rest};
  if (!arguments.has("help")) return command->run(arguments);
  gridcensus::app::print(gridcensus::app::help_text(*command));
  return ExitCode::all_agree;
}

/// Starts the program that carries a command out, if another one does; streams are as they were inherited.
///
/// @return  an exit code, if it could not be started and that is no error
std::optional<int> start_other(const std::vector<std::string>& words) {
  const bool is_help = words[0] == "help" && words.size() == 2;
  const std::string& name = is_help ? words[1] : words[0];
  if (name == "complete") {  // inside a shell, which shows no error
    gridcensus::app::start_package(words);
    return 0;
  }
  if (name == "manual")
    throw gridcensus::host::BadInput{"manual needs Python: " + gridcensus::app::start_package(words)};
  if (gridcensus::app::services().contains(name) || gridcensus::app::find_command(name) != nullptr) return std::nullopt;
  gridcensus::app::start_external(is_help ? std::vector<std::string>{name, "--help"} : words);
  return std::nullopt;
}

int fail(ExitCode code, const std::string& message) {
  gridcensus::app::print_error("error: " + message);
  return static_cast<int>(code);
}

/// Returns the message for a path that the system does not accept.
std::string message_of(const std::filesystem::filesystem_error& error) {
  std::error_code ignored;
  const std::string path = gridcensus::host::printable(error.path1().string());
  if (std::filesystem::current_path(ignored).empty() && !error.path1().is_absolute()) {
    return path + (path.empty() ? "" : " cannot be found: ") + "the current folder was deleted; change to another one";
  }
  return path + " cannot be used: " + error.code().message();
}

/// Checks the limit of the stack, because a smaller one would end the program without a message.
///
/// @throws BadInput  it is too small.
void check_stack() {
  constexpr rlim_t min_kibibytes = 256;
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= min_kibibytes << 10U) return;
  throw gridcensus::host::BadInput{fmt::format("the stack is limited to {} KiB; expected at least {}: ulimit -s {}",
                                               limit.rlim_cur >> 10U, min_kibibytes, 8 << 10U)};
}

int run(const std::vector<std::string>& arguments) {
  try {
    check_stack();
    // Commands of child processes, not for users.
    if (arguments.size() == 1 && arguments[0] == gridcensus::host::worker_command) {
      return gridcensus::host::serve_requests();
    }
    if (arguments.size() == 1 && arguments[0] == gridcensus::host::conformance::checks_command) {
      return gridcensus::host::conformance::run_checks();
    }
    // For shells, for the build, and views.
    if (!arguments.empty()) {
      if (const auto code = start_other(arguments)) return *code;
    }
    gridcensus::app::reserve_stdout();
    const auto& services = gridcensus::app::services();
    if (const auto service = services.find(arguments.empty() ? "" : arguments[0]); service != services.end()) {
      gridcensus::app::print(service->second({arguments.begin() + 1, arguments.end()}));
      return 0;
    }
    return static_cast<int>(dispatch(arguments));
  } catch (const gridcensus::host::BadInput& error) {
    for (const auto& diagnostic : error.diagnostics()) gridcensus::app::print_error("error: " + to_string(diagnostic));
    return static_cast<int>(ExitCode::bad_input);
  } catch (const gridcensus::app::PluginsRefused& error) {
    return fail(ExitCode::plugin_refused, error.what());
  } catch (const gridcensus::host::StorageError& error) {
    return fail(ExitCode::storage, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(ExitCode::storage, message_of(error));
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::run_failed, "out of memory");
  } catch (const std::exception& error) {
    return fail(ExitCode::run_failed, error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  gridcensus::host::keep_program(argc, argv);
  gridcensus::host::keeper_settings().program = "/proc/self/exe";
  gridcensus::host::undo_inherited_state();
  // A reader that closes stdout (`| head`) does not fail the run.
  std::signal(SIGPIPE, SIG_IGN);
  // A file size limit acts like a full disk: the write fails with an error.
  std::signal(SIGXFSZ, SIG_IGN);
  const int code = run({argv + std::min(argc, 1), argv + argc});
  gridcensus::host::record_completion(code);
  gridcensus::host::release_strategies();
  return code;
}
