#include "host/isolation/worker.hpp"

#include "host/base/errors.hpp"
#include "host/base/sha256.hpp"
#include "host/catalog/library.hpp"
#include "host/isolation/message.hpp"
#include "host/process/child.hpp"
#include "host/records/records.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <utility>

namespace gridcensus::host {

namespace {

constexpr int line_descriptor = STDERR_FILENO + 1;
constexpr int stops_descriptor = line_descriptor + 1;

/// The request that is being worked on, and whether it is to stop.
class CurrentRequest {
 public:
  void begin(std::uint64_t number) {
    const std::scoped_lock lock{mutex_};
    number_ = number;
    is_to_stop_ = false;
  }
  void stop(std::uint64_t number) {
    const std::scoped_lock lock{mutex_};
    if (number == number_) is_to_stop_ = true;
  }
  Poll poll() const {
    return [this] {
      if (is_to_stop_.load(std::memory_order_relaxed)) throw Stopped{};
    };
  }

 private:
  std::mutex mutex_;
  std::uint64_t number_ = 0;
  std::atomic<bool> is_to_stop_{false};
};

/// Hears of stops, and of the end of the program that started this one.
void listen(CurrentRequest& current) {
  // By number: a strategy may have moved this process to another group.
  const pid_t group = ::getpid();
  while (true) {
    std::uint64_t number = 0;
    const ssize_t count = ::read(stops_descriptor, &number, sizeof number);
    if (count == sizeof number) {
      current.stop(number);
    } else if (count >= 0 || errno != EINTR) {
      // An error is a strategy that closed what is not its own: that ends this process as it does where it is noticed
      // at the line. At the end of the program nothing may stay behind.
      if (count >= 0) ::kill(-group, SIGKILL);
      ::_exit(static_cast<int>(ExitCode::run_failed));
    }
  }
}

/// Calls the strategy, by `Plugin::create`: each call is guarded, so that neither its texts nor what it does to locale
/// and rounding reach an answer.
class Worker {
 public:
  explicit Worker(const CurrentRequest& current) : current_{current} {}

  /// Does what the request asks. Never throws.
  Message answer_to(const Message& request) {
    Message given;
    try {
      given = result_of(request);
      given.insert(given.begin(), answer::done);
    } catch (const Stopped&) {
      given = {answer::stopped};
    } catch (const BrokenInvariant& error) {
      given = {answer::broken, error.what()};
    } catch (const std::exception& error) {
      given = {answer::failed, error.what()};
    } catch (...) {
      given = {answer::failed, "something that is no std::exception was thrown"};
    }
    return given;
  }

 private:
  Message result_of(const Message& request) {
    const std::string& kind = request.at(0);
    const auto tally = [&] { return decode_tally(request.at(1)); };
    const auto number = [&](std::size_t place) { return integer_in(request.at(place)); };
    if (kind == request::prepare) return prepare(assignment_in({request.begin() + 1, request.end()}));
    if (job_ == nullptr) throw NoMessage{"nothing is prepared"};
    if (kind == request::count) return count(number(1), number(2), number(3));
    if (kind == request::traits) return traits(number(1), number(2));
    if (kind == request::is_enough) return {job_->is_enough(tally(), number(2)) ? "yes" : "no"};
    if (kind == request::conclude) return conclude(tally(), number(2));
    throw NoMessage{"unknown request"};
  }

  Message prepare(const Assignment& assignment) {
    if (sha256_of_file(assignment.plugin) != assignment.sha256) {
      throw std::runtime_error{"the plugin's file " + assignment.plugin + " is another one than at the start"};
    }
    const Plugin plugin = open_plugin(assignment.plugin);
    ParameterValues given;
    for (const auto& spec : plugin.parameters) {
      const auto found = assignment.parameters.find(spec.name);
      if (found != assignment.parameters.end()) given.emplace(spec.name, parse_parameter(spec, found->second));
    }
    strategy_ = plugin.create(with_defaults(plugin.parameters, given));
    job_ = strategy_->prepare({assignment.problem, assignment.quantities, assignment.inputs, current_.poll()});
    if (job_ == nullptr) throw std::runtime_error{"gave no job"};
    Message answer{field_of(job_->units())};
    if (const auto seconds = job_->seconds_limit()) answer.push_back(field_of(*seconds));
    return answer;
  }

  Message count(std::uint64_t unit, std::uint64_t seed, std::uint64_t stream) const {
    return {encode(job_->run(unit, {{seed, stream, unit}, current_.poll()}))};
  }

  Message traits(std::uint64_t first, std::uint64_t count) const {
    std::vector<UnitTraits> traits;
    for (std::uint64_t unit = first; unit < first + count; ++unit) {
      traits.push_back({job_->weight(unit), job_->sums(unit), job_->divisors(unit)});
    }
    return message_of(traits);
  }

  Message conclude(const Tally& total, std::uint64_t units) const { return message_of(job_->conclude(total, units)); }

  const CurrentRequest& current_;
  std::unique_ptr<const Strategy> strategy_;
  std::unique_ptr<const Job> job_;
};

bool send(const std::string& bytes) {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t step = ::write(line_descriptor, bytes.data() + sent, bytes.size() - sent);
    if (step < 0 && errno != EINTR) return false;
    if (step > 0) sent += static_cast<std::size_t>(step);
  }
  return true;
}

}  // namespace

int serve_requests() {
  leave_no_core_file();
  const pid_t self = ::getpid();
  // They outlive this function: the thread that listens has no other end than that of the process.
  static CurrentRequest current;
  static Worker worker{current};
  std::thread{[] { listen(current); }}.detach();

  Unpacker requests;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t count = ::read(line_descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) ::_exit(static_cast<int>(ExitCode::run_failed));
    requests.add({buffer.data(), static_cast<std::size_t>(count)});
    while (const auto request = requests.next()) {
      current.begin(request->number);
      const std::string answer = packed(request->number, worker.answer_to(request->message));
      // A strategy that forks comes back twice, and only one of them may answer.
      if (::getpid() != self || !send(answer)) ::_exit(static_cast<int>(ExitCode::run_failed));
    }
  }
}

}  // namespace gridcensus::host
