#pragma once

#include <sys/resource.h>

#include <csignal>
#include <cstdint>

namespace gridcensus::test_support {

/// Limits the size of the files that this process writes, while the object exists: writing beyond it fails, as on a
/// full disk.
class FullDisk {
 public:
  explicit FullDisk(std::uintmax_t bytes) : handler_{std::signal(SIGXFSZ, SIG_IGN)} {
    ::getrlimit(RLIMIT_FSIZE, &earlier_);
    const rlimit limit{bytes, earlier_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &earlier_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  FullDisk(FullDisk&&) = delete;
  FullDisk& operator=(FullDisk&&) = delete;

 private:
  void (*handler_)(int);
  rlimit earlier_{};
};

}  // namespace gridcensus::test_support
