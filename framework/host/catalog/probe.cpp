#include "host/catalog/probe.hpp"

#include "host/base/errors.hpp"
#include "host/catalog/library.hpp"
#include "host/process/peer.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <span>
#include <system_error>
#include <unistd.h>
#include <utility>

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

  bool is_running() const { return peer_ && !has_ended_; }
  /// Returns the descriptor to wait for; -1 once the child has closed the connection.
  int line() const { return is_running() && !peer_->is_at_end() ? peer_->descriptor() : -1; }

  /// Reads the child's output, and checks whether it has ended. Kills it after the deadline.
  void update() {
    read();
    has_ended_ = !peer_->child().is_running();
    if (!has_ended_ && Clock::now() >= deadline_) {
      timed_out_ = true;
      has_ended_ = true;
      peer_->child().kill();
    }
    // Read the output between the last poll and the end.
    if (has_ended_) read();
  }

  /// Returns why the library is refused, once the child has ended.
  std::optional<std::string> refusal() const {
    if (!peer_) return "no process could be started to probe it: " + start_error_;
    if (timed_out_) return "a probe process did not end within " + seconds_text() + " s while loading it";
    const int status = peer_->child().status();
    const std::string ended = "a probe process ended with " + describe_exit(status);
    if (WIFSIGNALED(status)) return ended + " while loading it";
    if (!verdict_ || !verdict_->contains("refused")) return ended + " before it had read the plugin";
    if (const auto& reason = verdict_->at("refused"); reason.is_string()) return reason.get<std::string>();
    if (WEXITSTATUS(status) != 0) return ended + " after reading the plugin";
    return std::nullopt;
  }

 private:
  std::string seconds_text() const { return gridcensus::to_string(ParameterValue{seconds_}); }

  void read() {
    try {
      peer_->exchange();
      if (!verdict_) verdict_ = peer_->next();
    } catch (const MalformedMessage&) {
      verdict_ = Message::object();  // the library wrote to the connection, so nothing is trusted
    }
  }

  double seconds_;
  Clock::time_point deadline_;
  std::optional<Peer> peer_;
  std::string start_error_;
  bool has_ended_ = false;
  bool timed_out_ = false;
  std::optional<Message> verdict_;
};

/// Sleeps until a child writes or ends. The sleeps are short, because no connection shows the end of a child that has
/// closed its connection, or passed it to a process of its own.
void wait_for_news(std::span<const std::unique_ptr<Probe>> probes) {
  std::vector<pollfd> lines;
  bool is_ending = false;
  for (const auto& probe : probes) {
    if (probe->line() >= 0)
      lines.push_back({probe->line(), POLLIN, 0});
    else
      is_ending = is_ending || probe->is_running();
  }
  ::poll(lines.data(), lines.size(), is_ending ? 1 : 20);
}

}  // namespace

std::vector<std::optional<std::string>> probe_plugins(const std::vector<std::filesystem::path>& files, double seconds) {
  std::vector<std::optional<std::string>> refusals;
  refusals.reserve(files.size());
  for (std::size_t first = 0; first < files.size(); first += probes_at_once) {
    const std::size_t last = std::min(files.size(), first + probes_at_once);
    std::vector<std::unique_ptr<Probe>> probes;
    for (std::size_t i = first; i < last; ++i) probes.push_back(std::make_unique<Probe>(seconds, files[i]));
    while (std::ranges::any_of(probes, &Probe::is_running)) {
      wait_for_news(probes);
      for (const auto& probe : probes) {
        if (probe->is_running()) probe->update();
      }
    }
    for (const auto& probe : probes) refusals.push_back(probe->refusal());
  }
  return refusals;
}

}  // namespace gridcensus::host
