#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <unistd.h>
#include <utility>

namespace gridcensus::host {

/// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_{number} {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : number_{std::exchange(other.number_, -1)} {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  /// -1 where there is none.
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

/// Returns two ends of which each reads what is written to the other. Children inherit neither but by
/// `ChildStart::descriptors`.
///
/// @throws std::system_error  there are too many open files.
std::pair<Descriptor, Descriptor> open_line();
/// The same for messages, each of which is read whole.
///
/// @throws std::system_error  there are too many open files.
std::pair<Descriptor, Descriptor> open_messages();

/// Returns the end of a pipe to read from, and the end to write to, which children inherit neither.
///
/// @throws std::system_error  there are too many open files.
std::pair<Descriptor, Descriptor> open_pipe();

/// The most bytes that `read_more` takes: what a pipe holds.
inline constexpr std::size_t read_at_once = 65536;

/// Appends what can be read from a descriptor at once. Reads again if a signal interrupts it.
///
/// @return  how many bytes; 0 if nothing more can come; -1 on an error, which `errno` names
ssize_t read_more(int descriptor, std::string& bytes);

/// From here on a read or write that would have to wait fails with EAGAIN instead.
void set_nonblocking(const Descriptor& descriptor);

}  // namespace gridcensus::host
