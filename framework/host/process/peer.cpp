#include "host/process/peer.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <poll.h>
#include <thread>
#include <utility>

namespace gridcensus::host {

Peer::Peer(ChildOptions start, SocketPlace place) {
  auto [own, of_child] = open_socket_pair();
  socket_ = std::move(own);
  set_nonblocking(socket_);
  if (place == SocketPlace::descriptor_3) {
    start.descriptors = {of_child.number()};
  } else {
    start.input = start.output = of_child.number();
    start.errors = errors_.emplace().child_end();
  }
  child_.emplace(start);
  if (errors_) errors_->release_child_end();
}

Peer::Peer(const std::function<int()>& work) {
  auto [own, of_child] = open_socket_pair();
  socket_ = std::move(own);
  set_nonblocking(socket_);
  child_.emplace(work, std::vector{of_child.number()});
}

void Peer::send(const Message& message) {
  unsent_ += line_of(message);
  write();
}

std::optional<Message> Peer::receive(std::chrono::milliseconds pause, const std::function<void()>& on_poll) {
  for (bool has_waited = false;; has_waited = true) {
    if (auto message = read_.next()) return message;
    if (is_at_end_) return std::nullopt;
    // A process that has ended may have left its end of the connection to another process.
    if (has_waited && !child_->is_running()) {
      exchange();
      return read_.next();
    }
    if (has_waited) on_poll();
    wait(pause);
  }
}

void Peer::wait(std::chrono::milliseconds max_wait) {
  std::array<pollfd, 2> news{
      pollfd{socket_.number(), static_cast<short>(unsent_.empty() ? POLLIN : POLLIN | POLLOUT), 0},
      pollfd{errors_ ? errors_->descriptor() : -1, POLLIN, 0}};
  if (::poll(news.data(), news.size(), static_cast<int>(max_wait.count())) > 0) exchange();
}

void Peer::exchange() {
  write();
  read();
  if (errors_) errors_->read();
}

std::string Peer::last_lines() {
  if (!errors_) return {};
  errors_->read();
  return errors_->text();
}

void Peer::write() {
  while (!unsent_.empty()) {
    const ssize_t sent = ::send(socket_.number(), unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    // Ignore send errors here: the read detects a closed connection, and an answer may still be buffered in it.
    if (sent < 0 && errno != EAGAIN) unsent_.clear();
    if (sent < 0) return;
    unsent_.erase(0, static_cast<std::size_t>(sent));
  }
}

void Peer::read() {
  while (!is_at_end_) {
    const ssize_t count = read_.add_from(socket_.number());
    if (count < 0 && errno == EAGAIN) return;
    is_at_end_ = count <= 0;
    // Nothing more is available, and another call would cost as much as this read.
    if (count > 0 && static_cast<std::size_t>(count) < max_read_bytes) return;
  }
}

bool Peer::end() {
  using Clock = std::chrono::steady_clock;
  // The connection may end a moment before the process does.
  const auto until = Clock::now() + std::chrono::seconds{1};
  while (child_->is_running() && Clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds{1});
  if (!child_->is_running()) return true;
  child_->kill();
  return false;
}

}  // namespace gridcensus::host
