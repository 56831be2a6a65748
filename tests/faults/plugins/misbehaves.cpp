// Counts correctly, but in one place does something that no strategy should do and that isolation must confine.
#include "about.hpp"
#include "small_counts.hpp"

#include <sys/resource.h>
#include <sys/wait.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cfenv>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <locale>
#include <map>
#include <pthread.h>
#include <stdexcept>
#include <thread>
#include <unistd.h>

namespace {

using namespace gridcensus;

// The compiler must neither see through these values nor remove them. The pointer is volatile, because clang sees that
// an atomic is never written to, and removes code that would crash.
std::atomic<int> zero{0};                   // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
int* volatile nowhere = nullptr;            // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<unsigned char> last_byte_seen;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void wait_for_ever() {
  while (true) std::this_thread::sleep_for(std::chrono::seconds{1});
}

void crash() { *nowhere = 1; }

int overflow(int depth) {  // NOLINT(misc-no-recursion): it overflows the stack
  std::array<volatile char, 4096> frame{};
  frame[static_cast<std::size_t>(depth) % frame.size()] = 1;
  return zero != 0 ? 0 : overflow(depth + 1) + frame[0];
}

/// Never more than this: a test must not bring down its machine if nothing limits it.
void eat_memory() {
  constexpr std::size_t step = 16U << 20U;
  std::vector<std::vector<char>> eaten;
  while (eaten.size() < 128) {
    eaten.emplace_back(step, 'x');
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
  }
  last_byte_seen = static_cast<unsigned char>(eaten.back().back());
}

template <class Action>
void for_all_descriptors(const Action& action) {
  for (int descriptor = 0; descriptor < 256; ++descriptor) action(descriptor);
}

void write_to_all_descriptors() {
  for_all_descriptors([](int descriptor) {
    if (descriptor != STDERR_FILENO) [[maybe_unused]]
      const auto written = ::write(descriptor, "288 grids\n", 10);
  });
}

struct TextlessException : std::exception {
  const char* what() const noexcept override { return nullptr; }
};

struct Commas : std::numpunct<char> {
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\1"; }
};

/// Returns the misbehaviours by name.
const std::map<std::string, std::function<void()>>& misbehaviours() {
  static const std::map<std::string, std::function<void()>> all{
      // These end the process.
      {"segv", crash},
      {"abort", [] { std::abort(); }},
      {"divide_by_zero", [] { zero = 7 % zero.load(); }},
      {"illegal_instruction", [] { __builtin_trap(); }},
      {"terminate", [] { std::terminate(); }},
      {"crash_in_thread", [] { std::thread{crash}.join(); }},
      {"throw_in_thread", [] { std::thread{[] { throw std::runtime_error{"nobody catches this"}; }}.join(); }},
      {"throw_in_noexcept", []() noexcept { misbehaviours().at("throw_text")(); }},
      {"stack_overflow", [] { last_byte_seen = static_cast<unsigned char>(overflow(0)); }},
      {"exit_0", [] { std::exit(0); }},
      {"quick_exit_0", [] { std::quick_exit(0); }},
      {"underscore_exit_0", [] { ::_exit(0); }},
      {"exit_thread", [] { ::pthread_exit(nullptr); }},
      {"kill", [] { ::kill(::getpid(), SIGKILL); }},
      {"kill_group", [] { ::kill(0, SIGKILL); }},
      {"alarm",
       [] {
         ::ualarm(1000, 0);
         wait_for_ever();
       }},
      {"become_another", [] { ::execl("/bin/true", "true", nullptr); }},
      // These never end.
      {"hang", wait_for_ever},
      {"spin",
       [] {
         while (zero == 0) {
         }
       }},
      {"stop_process", [] { ::raise(SIGSTOP); }},
      {"eat_memory", eat_memory},
      // These damage descriptors.
      {"close_all", [] { for_all_descriptors([](int descriptor) { ::close(descriptor); }); }},
      {"write_to_all", write_to_all_descriptors},
      // A process survives these.
      {"write_to_stdout", [] { [[maybe_unused]] const auto written = ::write(STDOUT_FILENO, "{}\n", 3); }},
      {"close_standard",
       [] {
         for (int descriptor = 0; descriptor < 3; ++descriptor) ::close(descriptor);
       }},
      {"fork_and_return",
       [] {
         if (::fork() > 0) ::wait(nullptr);
       }},
      {"fork_and_hang",
       [] {
         if (::fork() == 0) wait_for_ever();
       }},
      {"change_folder", [] { [[maybe_unused]] const int error = ::chdir("/"); }},
      {"change_locale",
       [] {
         std::setlocale(LC_ALL, "C.UTF-8");
         std::locale::global(std::locale{std::locale::classic(), new Commas});
       }},
      {"change_rounding", [] { std::fesetround(FE_UPWARD); }},
      {"block_signals",
       [] {
         sigset_t signals;
         ::sigfillset(&signals);
         ::sigprocmask(SIG_BLOCK, &signals, nullptr);
       }},
      {"ignore_children", [] { std::signal(SIGCHLD, SIG_IGN); }},
      {"join_group_of_parent", [] { ::setpgid(0, ::getpgid(::getppid())); }},
      {"forbid_files",
       [] {
         const rlimit none{0, 0};
         ::setrlimit(RLIMIT_NOFILE, &none);
       }},
      {"leave_a_thread", [] { std::thread{wait_for_ever}.detach(); }},
      // These throw.
      {"throw_text", [] { throw std::runtime_error{"cannot be counted"}; }},
      {"throw_int", [] { throw 42; }},  // NOLINT(hicpp-exception-baseclass)
      {"throw_without_text", [] { throw TextlessException{}; }},
      {"throw_long_text", [] { throw std::runtime_error{std::string(50'000'000, 'x')}; }},
      {"throw_stopped", [] { throw Stopped{}; }},
      {"throw_broken", [] { throw BrokenInvariant{"a theorem does not hold"}; }},
      {"throw_bad_alloc", [] { throw std::bad_alloc{}; }},
      // The unit itself does these.
      {"bad_name", [] {}},
      {"long_name", [] {}},
      {"large_integer", [] {}},
      {"none", [] {}}};
  return all;
}

struct Params {
  std::string mode = "none";
  std::string at = "unit";
  std::string once;
};

/// Checks whether this is the first process that comes here: only it finds the file missing. It writes its id there.
bool is_first(const std::string& file) {
  const int made = ::open(file.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (made < 0) return false;
  const std::string number = std::to_string(::getpid()) + "\n";
  [[maybe_unused]] const auto written = ::write(made, number.data(), number.size());
  ::close(made);
  return true;
}

void misbehave(const Params& params, const std::string& here) {
  if (params.at != here || (!params.once.empty() && !is_first(params.once))) return;
  misbehaviours().at(params.mode)();
}

class MisbehavingJob final : public faults::SmallJob {
 public:
  MisbehavingJob(const Problem& problem, Params params) : SmallJob{problem}, params_{std::move(params)} {}
  ~MisbehavingJob() override { misbehave(params_, "end_of_job"); }
  MisbehavingJob(const MisbehavingJob&) = delete;
  MisbehavingJob& operator=(const MisbehavingJob&) = delete;
  MisbehavingJob(MisbehavingJob&&) = delete;
  MisbehavingJob& operator=(MisbehavingJob&&) = delete;

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    if (unit == 3) misbehave(params_, "unit");
    Tally tally = SmallJob::run(unit, context);
    if (unit == 3 && params_.mode == "bad_name") tally.add("\xff", 1);
    if (unit == 3 && params_.mode == "long_name") tally.add(std::string(50'000'000, 'n'), 1);
    if (unit == 3 && params_.mode == "large_integer") tally.add("grids", Integer{1} << 2'000'000U);
    return tally;
  }
  std::map<std::string, Integer> divisors(std::uint64_t /*unit*/) const override {
    misbehave(params_, "divisors");
    return {};
  }
  Report conclude(const Tally& total, std::uint64_t units) const override {
    misbehave(params_, "conclude");
    return SmallJob::conclude(total, units);
  }

 private:
  Params params_;
};

class Plugin final : public Strategy {
 public:
  using Params = ::Params;
  static About about() { return faults::about("misbehaves"); }
  static void describe(Schema<Params>& schema) {
    schema.field("mode", &Params::mode).help("What it does: a name in misbehaves.cpp.");
    schema.field("at", &Params::at)
        .help("Where: offer, prepare, unit, divisors, conclude, end_of_job, end_of_strategy or end_of_process.");
    schema.field("once", &Params::once)
        .help("A file that is made at the first time, with the number of the process; then there is no second.");
  }
  explicit Plugin(Params params) : params_{std::move(params)} {
    if (!misbehaviours().contains(params_.mode)) throw std::invalid_argument{"unknown mode"};
    if (params_.at == "end_of_process") {
      static const Params at_end = params_;
      std::atexit([] { misbehave(at_end, "end_of_process"); });
    }
  }
  ~Plugin() override { misbehave(params_, "end_of_strategy"); }
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;
  Plugin(Plugin&&) = delete;
  Plugin& operator=(Plugin&&) = delete;
  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    misbehave(params_, "offer");
    return faults::small_offer(problem, quantities);
  }
  std::unique_ptr<Job> prepare(const Request& request) const override {
    misbehave(params_, "prepare");
    return std::make_unique<MisbehavingJob>(request.problem, params_);
  }

 private:
  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
