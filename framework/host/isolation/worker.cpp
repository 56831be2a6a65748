#include "host/isolation/worker.hpp"

#include "host/base/errors.hpp"
#include "host/base/sha256.hpp"
#include "host/catalog/library.hpp"
#include "host/fields/values.hpp"
#include "host/process/child.hpp"
#include "host/process/peer.hpp"
#include "host/workers/calls.hpp"

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>

namespace gridcensus::host {

namespace {

/// The queue of requests, and the request to stop the current one.
class Requests {
 public:
  /// Reads until the connection ends: then the program that started this process is gone, and this process exits at
  /// once.
  [[noreturn]] void read() {
    // By id, because a strategy may have moved this process to another group.
    const pid_t group = ::getpid();
    MessageLines lines;
    ssize_t count = 0;
    while ((count = lines.add_from(Peer::socket_descriptor)) > 0) take(lines);
    // An error means that a strategy closed a descriptor that is not its own. At the end of the program no process may
    // remain.
    if (count == 0) ::kill(-group, SIGKILL);
    ::_exit(static_cast<int>(ExitCode::run_failed));
  }

  /// Waits for the next request and returns it.
  Message next() {
    std::unique_lock lock{mutex_};
    arrived_.wait(lock, [this] { return !waiting_.empty(); });
    Message request = std::move(waiting_.front());
    waiting_.pop_front();
    current_ = request.value("id", "");
    is_to_stop_ = current_ == stopped_;
    return request;
  }

  Poll poll() const {
    return [this] {
      if (is_to_stop_.load(std::memory_order_relaxed)) throw Stopped{};
    };
  }

 private:
  void take(MessageLines& lines) {
    try {
      while (auto message = lines.next()) {
        const std::scoped_lock lock{mutex_};
        if (message->value("call", "") != "stop") {
          waiting_.push_back(*std::move(message));
          continue;
        }
        stopped_ = message->value("id", "");
        if (stopped_ == current_) is_to_stop_ = true;
      }
      arrived_.notify_one();
    } catch (const std::exception&) {
      ::_exit(static_cast<int>(ExitCode::run_failed));
    }
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Message> waiting_;
  std::string current_;  ///< the id of the current request
  std::string stopped_;  ///< the id of the last one to stop, which may not have begun
  std::atomic<bool> is_to_stop_{false};
};

/// Calls the strategy, created by `Plugin::create`: each call is guarded, so neither its texts nor its changes to
/// locale and rounding affect an answer.
class Worker {
 public:
  explicit Worker(const Requests& requests) : requests_{requests} {}

  /// Answers a request. Never throws.
  ///
  /// @return  the answer, as a line
  std::string answer_to(const Message& request) {
    Message answer{{"id", request.value("id", "")}};
    try {
      Message whole = answer;
      whole["result"] = result_of(request);
      return line_of(whole);
    } catch (const Stopped&) {
      answer["stopped"] = true;
    } catch (const BrokenInvariant& error) {
      answer["broken"] = error.what();
    } catch (const std::exception& error) {
      answer["failed"] = error.what();
    } catch (...) {
      answer["failed"] = "threw something that is not a std::exception";
    }
    return line_of(answer);
  }

 private:
  Message result_of(const Message& request) {
    const std::string call = request.at("call").get<std::string>();
    const auto tally = [&] { return value_from<Tally>(request.at("tally")); };
    const auto number = [&](const char* member) { return value_from<std::uint64_t>(request.at(member)); };
    if (call == "prepare") return prepare(request);
    if (job_ == nullptr) throw MalformedMessage{"nothing is prepared"};
    if (call == "run") return run(number("unit"), number("seed"), number("stream"));
    if (call == "traits") return traits(number("first"), number("count"));
    if (call == "is_enough") return job_->is_enough(tally(), number("units"));
    if (call == "conclude") return json_of(job_->conclude(tally(), number("units")));
    throw MalformedMessage{"unknown request"};
  }

  Message prepare(const Message& message) {
    if (message.at("protocol") != protocol_version) throw MalformedMessage{"it has another protocol version"};
    const auto file = message.at("plugin").get<std::string>();
    const auto check = [&](const std::string& sha256) {
      if (sha256 == message.at("sha256")) return;
      throw std::runtime_error{"the plugin's file " + file + " has changed since the start"};
    };
    // Check before any of its code runs; the hash of a program is known once it has been found.
    if (!is_description(file)) check(sha256_of_file(file));
    const Plugin plugin = open_plugin(file);
    if (plugin.program != nullptr) check(plugin.sha256);
    const Message& texts = message.at("parameters");
    ParameterValues given;
    for (const auto& spec : plugin.parameters) {
      if (!texts.contains(spec.name)) continue;
      given.emplace(spec.name, parse_parameter(spec, texts.at(spec.name).get<std::string>()));
    }
    strategy_ = plugin.create(with_defaults(plugin.parameters, given));
    auto request = value_from<Request>(message);
    request.poll = requests_.poll();
    job_ = strategy_->prepare(request);
    return json_of(PreparedJob{job_->units(), job_->seconds_limit()});
  }

  Message run(std::uint64_t unit, std::uint64_t seed, std::uint64_t stream) const {
    return json_of(job_->run(unit, {{seed, stream, unit}, requests_.poll()}));
  }

  Message traits(std::uint64_t first, std::uint64_t count) const {
    std::vector<UnitTraits> traits;
    for (std::uint64_t unit = first; unit < first + count; ++unit) {
      traits.push_back({job_->weight(unit), job_->sums(unit), job_->divisors(unit)});
    }
    return json_of(traits);
  }

  const Requests& requests_;
  std::unique_ptr<const Strategy> strategy_;
  std::unique_ptr<const Job> job_;
};

}  // namespace

int serve_requests() {
  leave_no_core_file();
  const pid_t self = ::getpid();
  // They outlive this function, because the thread that reads ends only with the process.
  static Requests requests;
  static Worker worker{requests};
  std::thread{[] { requests.read(); }}.detach();
  while (true) {
    const std::string answer = worker.answer_to(requests.next());
    // A strategy that forks returns twice, and only one process may answer.
    if (::getpid() != self || !write_lines(Peer::socket_descriptor, answer)) {
      ::_exit(static_cast<int>(ExitCode::run_failed));
    }
  }
}

}  // namespace gridcensus::host
