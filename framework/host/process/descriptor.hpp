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

  /// Returns -1 if there is none.
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

/// Returns two connected sockets: each reads what is written to the other. Children inherit one only if
/// `ChildOptions::descriptors` lists it.
///
/// @throws std::system_error  there are too many open files.
std::pair<Descriptor, Descriptor> open_socket_pair();

/// Returns the read end and the write end of a pipe. Children inherit neither.
///
/// @throws std::system_error  there are too many open files.
std::pair<Descriptor, Descriptor> open_pipe();

/// The limit of `read_more` [bytes]: the capacity of a pipe.
inline constexpr std::size_t max_read_bytes = 65536;

/// Appends the bytes that one read returns. Repeats the read if a signal interrupts it.
///
/// @return  the number of bytes; 0 at the end of input; -1 on an error, which is in `errno`
ssize_t read_more(int descriptor, std::string& bytes);

/// Makes reads and writes that would have to wait fail with EAGAIN instead.
void set_nonblocking(const Descriptor& descriptor);

}  // namespace gridcensus::host
