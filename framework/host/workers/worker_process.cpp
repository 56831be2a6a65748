#include "host/workers/worker_process.hpp"

#include "gridcensus/poll.hpp"
#include "host/base/text.hpp"

#include <fmt/format.h>

#include <fstream>
#include <unistd.h>
#include <utility>

namespace gridcensus::host {

namespace {

/// How often a worker that is at work is looked after.
constexpr std::chrono::milliseconds look{20};
/// How long a worker may go on after it was told to stop.
constexpr auto patience = std::chrono::seconds{2};
}  // namespace

WorkerProcess::WorkerProcess(ChildStart start, WorkerLimits limits) : limits_{limits}, peer_{std::move(start)} {}

Message WorkerProcess::ask(Message request, const std::function<bool()>& wants_stop) {
  request["id"] = std::to_string(++number_);
  peer_.send(request);
  const auto began = Clock::now();
  std::optional<Clock::time_point> told;
  const auto look_after = [&] {
    check_limits(began);
    if (!told && wants_stop()) {
      told = Clock::now();
      // If the worker does not hear it, the patience ends.
      peer_.send({{"call", "stop"}, {"id", std::to_string(number_)}});
    }
    if (told && Clock::now() - *told > patience) {
      peer_.child().kill();
      throw Stopped{};
    }
  };
  try {
    if (auto answer = peer_.receive(look, look_after)) {
      if (answer->value("id", "") != std::to_string(number_)) lose("gave an answer to something else");
      return *std::move(answer);
    }
  } catch (const NoMessage&) {
    lose("wrote something that is no answer");
  } catch (const Message::exception&) {
    lose("wrote something that is no answer");
  }
  throw WorkerLost{peer_.end() ? "ended with " + how_ended(peer_.child().status()) : "closed its line to this program"};
}

void WorkerProcess::lose(const std::string& why) {
  peer_.child().kill();
  throw WorkerLost{why};
}

void WorkerProcess::check_limits(Clock::time_point began) {
  const std::chrono::duration<double> elapsed = Clock::now() - began;
  if (limits_.seconds && elapsed.count() > *limits_.seconds)
    lose(fmt::format("took longer than {} s", *limits_.seconds));
  if (memory() > limits_.memory_bytes) {
    lose(fmt::format("used more than {} of memory", bytes_text(limits_.memory_bytes)));
  }
}

/// What the process has in memory; 0 where that cannot be told.
std::uint64_t WorkerProcess::memory() const {
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::ifstream file{"/proc/" + std::to_string(peer_.child().id()) + "/statm"};
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  file >> all >> resident;
  return file ? resident * page : 0;
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
