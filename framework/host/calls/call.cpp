#include "host/calls/call.hpp"

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstring>
#include <locale>
#include <memory>
#include <new>
#include <string_view>
#include <unistd.h>

namespace gridcensus::host {

namespace {

/// The calls of one thread. Another process reads it after this one has died, so nothing in it is on the heap.
struct Slot {
  std::atomic<bool> is_taken{false};
  std::atomic<const char*> what{nullptr};  ///< a literal, at the same place in parent and child; nullptr: no call
  std::atomic<bool> is_unit{false};
  std::uint64_t unit = 0;
  std::array<char, 96> subject{};

  std::string text() const {
    const std::string number = is_unit ? " " + std::to_string(unit) : "";
    return what.load() + number + " of " + subject.data();
  }
};

constexpr int no_slot = -1;

/// Records in memory that this process shares with those that it forks.
struct SharedCallTable {
  std::atomic<int> crashed{no_slot};
  std::atomic<int> completion{no_slot};
  std::atomic<pid_t> owner{0};   ///< the process that may record completion
  std::array<Slot, 1280> slots;  // more than there are threads; a thread without one is not recorded
};

SharedCallTable& call_table() {
  static SharedCallTable& made = []() -> SharedCallTable& {
    void* const place =
        ::mmap(nullptr, sizeof(SharedCallTable), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) throw std::bad_alloc{};  // NOLINT(cppcoreguidelines-pro-type-cstyle-cast): the system's
    return *new (place) SharedCallTable;
  }();
  return made;
}

/// The slot of a thread, and a stack for the handler in case the thread's own stack is used up.
class ThreadSlot {
 public:
  ThreadSlot() {
    for (std::size_t i = 0; i < call_table().slots.size() && slot_ == nullptr; ++i) {
      bool expected = false;
      if (call_table().slots[i].is_taken.compare_exchange_strong(expected, true)) {
        slot_ = &call_table().slots[i];
        number_ = static_cast<int>(i);
      }
    }
    const stack_t own{stack_.get(), 0, stack_bytes};
    ::sigaltstack(&own, &before_);
  }
  ~ThreadSlot() {
    ::sigaltstack(&before_, nullptr);
    // If a strategy ends its thread or the process, the call is still in progress.
    if (slot_ != nullptr && slot_->what == nullptr) slot_->is_taken = false;
  }
  ThreadSlot(const ThreadSlot&) = delete;
  ThreadSlot& operator=(const ThreadSlot&) = delete;
  ThreadSlot(ThreadSlot&&) = delete;
  ThreadSlot& operator=(ThreadSlot&&) = delete;

  Slot* slot() const { return slot_; }
  int number() const { return number_; }

 private:
  static constexpr std::size_t stack_bytes = 65536;
  std::unique_ptr<char[]> stack_{new char[stack_bytes]};  // NOLINT(cppcoreguidelines-avoid-c-arrays)
  stack_t before_{};
  Slot* slot_ = nullptr;
  int number_ = no_slot;
};

/// For the handler, which must not construct anything.
thread_local int number_of_this_thread = no_slot;

Slot* slot_of_this_thread() {
  static thread_local const ThreadSlot place;
  number_of_this_thread = place.number();
  return place.slot();
}

/// Checks whether this is a copy of the monitored process, such as one that opens a plugin to try it. If the copy
/// crashes, its parent must not be reported as having been in that call.
bool is_copy() { return call_table().owner != 0 && call_table().owner != ::getpid(); }

void reset_fp_and_locale() {
  std::fesetenv(FE_DFL_ENV);
  if (std::locale{} != std::locale::classic()) std::locale::global(std::locale::classic());
  if (std::strcmp(std::setlocale(LC_ALL, nullptr), "C") != 0) std::setlocale(LC_ALL, "C");
}

/// Ends a copy of the process. Touches neither the memory shared with the parent nor anything that might be locked.
[[noreturn]] void end_copy() {
  constexpr std::string_view text =
      "warning: a strategy forked this process and returned in the copy; the copy was ended\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(1);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern "C" void on_crash(int number) {
  int none = no_slot;
  call_table().crashed.compare_exchange_strong(none, number_of_this_thread);
  // The signal is blocked while this handler runs; the process dies of it on return.
  std::signal(number, SIG_DFL);
  std::raise(number);
}
#endif

}  // namespace

Call::Call(const std::string& subject, const char* what, std::optional<std::uint64_t> unit) : process_{::getpid()} {
  reset_fp_and_locale();
  if (is_copy()) return;
  Slot* const slot = slot_of_this_thread();
  if (slot == nullptr) return;
  slot->subject[subject.copy(slot->subject.data(), slot->subject.size() - 1)] = '\0';
  slot->unit = unit.value_or(0);
  slot->is_unit = unit.has_value();
  slot->what = what;
}

Call::~Call() {
  if (::getpid() != process_) end_copy();
  if (!is_copy()) {
    if (Slot* const slot = slot_of_this_thread()) slot->what = nullptr;
  }
  reset_fp_and_locale();
}

std::vector<std::string> crash_record::calls(std::size_t at_most) {
  std::vector<std::string> texts;
  for (const Slot& slot : call_table().slots) {
    if (slot.is_taken && slot.what != nullptr && texts.size() < at_most) texts.push_back(slot.text());
  }
  return texts;
}

std::optional<std::string> crash_record::crash() {
  const int number = call_table().crashed;
  if (number == no_slot) return std::nullopt;
  const Slot& slot = call_table().slots.at(static_cast<std::size_t>(number));
  return slot.what == nullptr ? std::nullopt : std::optional{slot.text()};
}

std::optional<int> crash_record::completion() {
  const int code = call_table().completion;
  return code == no_slot ? std::nullopt : std::optional{code};
}

void record_completion(int exit_code) {
  if (call_table().owner == ::getpid()) call_table().completion = exit_code;
}

void install_crash_handler() {
  call_table().owner = ::getpid();
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  struct sigaction action {};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK;
  ::sigemptyset(&action.sa_mask);
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) ::sigaction(number, &action, nullptr);
#endif
}

}  // namespace gridcensus::host
