#include "host/process/descriptor.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <system_error>

namespace gridcensus::host {

std::pair<Descriptor, Descriptor> open_socket_pair() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw std::system_error{errno, std::generic_category(), "socketpair"};
  }
  return {Descriptor{ends[0]}, Descriptor{ends[1]}};
}

std::pair<Descriptor, Descriptor> open_pipe() {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error{errno, std::generic_category(), "pipe"};
  return {Descriptor{ends[0]}, Descriptor{ends[1]}};
}

ssize_t read_more(int descriptor, std::string& bytes) {
  std::array<char, max_read_bytes> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): it is read into
  ssize_t count = 0;
  do {
    count = ::read(descriptor, buffer.data(), buffer.size());
  } while (count < 0 && errno == EINTR);
  if (count > 0) bytes.append(buffer.data(), static_cast<std::size_t>(count));
  return count;
}

void set_nonblocking(const Descriptor& descriptor) {
  ::fcntl(descriptor.number(), F_SETFL, ::fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

}  // namespace gridcensus::host
