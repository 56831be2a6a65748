#include "host/catalog/probe.hpp"

#include "host/base/errors.hpp"
#include "host/catalog/library.hpp"
#include "host/process/peer.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <deque>
#include <system_error>
#include <thread>

namespace gridcensus::host {

namespace {

using Clock = std::chrono::steady_clock;

/// The number of concurrent probes: enough to hide the start-up times of the processes behind each other, few enough
/// for any machine.
constexpr std::size_t probes_at_once = 16;

/// Limits the damage that a library can do while it loads.
void prepare_child() {
  leave_no_core_file();
  // A library that hangs must not outlive a host that was killed.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/// Writes the result, but not to stdout, because the library may write to stdout while it loads.
void write_verdict(const Message& refused) {
  write_lines(Peer::socket_descriptor, readable_line_of(Message{{"refused", refused}}));
}

/// In the child: opens the library, and writes mistakes in its declarations to the connection.
///
/// @return  the exit code of the child: 0 for a valid plugin
int open_and_report(const std::filesystem::path& file) {
  prepare_child();
  try {
    open_plugin(file);
    write_verdict(nullptr);
    return static_cast<int>(ExitCode::all_agree);
  } catch (const Refused& refused) {
    write_verdict(refused.what());
  } catch (const std::exception& error) {
    write_verdict(std::string{"it cannot be read: "} + error.what());
  }
  return static_cast<int>(ExitCode::plugin_refused);
}

/// One child process that opens one library.
class Probe {
 public:
  Probe(double seconds, const std::filesystem::path& file)
      : seconds_{seconds},
        deadline_{Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>{seconds_})} {
    try {
      peer_.emplace([&file] { return open_and_report(file); });
    } catch (const std::system_error& error) {
      start_error_ = error.code().message();
    }
  }

  /// Waits for the end of the child, which it kills after the deadline. Returns why the library is refused.
  std::optional<std::string> refusal() {
    if (!peer_) return "no process could be started to probe it: " + start_error_;
    std::optional<Message> verdict;
    try {
      verdict = wait_for_verdict();
    } catch (const TimedOut&) {
      peer_->child().kill();
      const std::string limit = gridcensus::to_string(ParameterValue{seconds_});
      return "a probe process did not end within " + limit + " s while loading it";
    }
    const int status = peer_->child().status();
    const std::string ended = "a probe process ended with " + describe_exit(status);
    if (WIFSIGNALED(status)) return ended + " while loading it";
    if (!verdict || !verdict->contains("refused")) return ended + " before it had read the plugin";
    if (const auto& reason = verdict->at("refused"); reason.is_string()) return reason.get<std::string>();
    if (WEXITSTATUS(status) != 0) return ended + " after reading the plugin";
    return std::nullopt;
  }

 private:
  struct TimedOut {};

  /// @throws TimedOut  the deadline has passed.
  std::optional<Message> wait_for_verdict() {
    const auto check_time = [this] {
      if (Clock::now() >= deadline_) throw TimedOut{};
    };
    std::optional<Message> verdict;
    try {
      verdict = peer_->receive(std::chrono::milliseconds{20}, check_time);
    } catch (const MalformedMessage&) {
      verdict.reset();  // the library wrote to the connection, so nothing is trusted
    }
    while (peer_->child().is_running()) {
      check_time();
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return verdict;
  }

  double seconds_;
  Clock::time_point deadline_;
  std::optional<Peer> peer_;
  std::string start_error_;
};

}  // namespace

std::vector<std::optional<std::string>> probe_plugins(const std::vector<std::filesystem::path>& files, double seconds) {
  std::vector<std::optional<std::string>> refusals;
  refusals.reserve(files.size());
  for (std::size_t first = 0; first < files.size(); first += probes_at_once) {
    std::deque<Probe> probes;
    for (std::size_t i = first; i < std::min(files.size(), first + probes_at_once); ++i) {
      probes.emplace_back(seconds, files[i]);
    }
    for (Probe& probe : probes) refusals.push_back(probe.refusal());
  }
  return refusals;
}

}  // namespace gridcensus::host
