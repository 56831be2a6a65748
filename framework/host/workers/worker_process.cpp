#include "host/workers/worker_process.hpp"

#include "gridcensus/poll.hpp"
#include "host/base/text.hpp"
#include "host/process/last_lines.hpp"
#include "host/process/process_tree.hpp"

#include <fmt/format.h>

#include <fstream>
#include <utility>

namespace gridcensus::host {

namespace {

/// The interval at which a busy worker is checked.
constexpr std::chrono::milliseconds poll_interval{20};
/// The grace period of a worker after a request to stop.
constexpr auto stop_grace_period = std::chrono::seconds{2};

}  // namespace

WorkerProcess::WorkerProcess(ChildOptions start, ProcessLimits limits, SocketPlace place,
                             std::unique_ptr<ScratchFolder> folder)
    : limits_{limits}, folder_{std::move(folder)}, peer_{std::move(start), place} {}

Message WorkerProcess::ask(Message request, const std::function<bool()>& wants_stop) {
  // Cannot be foreseen, so an answer before its request is refused. A script that answers one request may have its id.
  const std::string id = ++number_ == 1 ? "1" : fmt::format("{}.{:08x}", number_, random_());
  request["id"] = id;
  peer_.send(request);
  const auto began = Clock::now();
  std::optional<Clock::time_point> stop_requested;
  const auto check_worker = [&] {
    check_limits(began);
    if (!stop_requested && wants_stop()) {
      stop_requested = Clock::now();
      // If the worker does not react, the grace period ends and it is killed.
      peer_.send({{"call", "stop"}, {"id", id}});
    }
    if (stop_requested && Clock::now() - *stop_requested > stop_grace_period) {
      peer_.child().kill();
      throw Stopped{};
    }
  };
  try {
    if (auto answer = peer_.receive(poll_interval, check_worker)) {
      if (answer->value("id", "") != id) lose("gave an answer to something else");
      return *std::move(answer);
    }
  } catch (const MalformedMessage& error) {
    lose(fmt::format("wrote something that is not a message: {}", error.what()));
  } catch (const Message::exception&) {
    lose("wrote a message that is not an answer");
  }
  const bool has_ended = peer_.end();
  throw lost(has_ended ? describe_exit(peer_.child()) : "closed its line to this program");
}

template <class Lost>
Lost WorkerProcess::lost(const std::string& why) {
  const std::string lines = lines_for_message(peer_.last_lines());
  return Lost{lines.empty() ? why : why + "; the last that it wrote to stderr: " + lines};
}

template <class Lost>
void WorkerProcess::lose(const std::string& why) {
  peer_.child().kill();
  throw lost<Lost>(why);
}

void WorkerProcess::check_limits(Clock::time_point began) {
  const std::chrono::duration<double> elapsed = Clock::now() - began;
  if (limits_.seconds && elapsed.count() > *limits_.seconds)
    lose<WorkerTimedOut>(fmt::format("took longer than {} s", *limits_.seconds));
  if (GroupMemory* const all = peer_.child().memory()) {
    if (const auto excess = all->excess(limits_.memory_bytes)) lose(*excess);
  } else if (limits_.memory_bytes && resident_memory(peer_.child().id()) > *limits_.memory_bytes) {
    lose(fmt::format("used more than {} of memory", bytes_text(*limits_.memory_bytes)));
  }
}

std::uint64_t WorkerProcess::peak_memory() const {
  constexpr std::uint64_t kibibyte = 1024;
  std::ifstream file{"/proc/" + std::to_string(peer_.child().id()) + "/status"};
  std::string word;
  std::uint64_t kibibytes = 0;
  while (file >> word) {
    if (word == "VmHWM:" && file >> kibibytes) return kibibytes * kibibyte;
  }
  return 0;
}

}  // namespace gridcensus::host
