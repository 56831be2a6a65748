#include "host/conformance/check.hpp"
#include "host/conformance/subject.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <unistd.h>

namespace gridcensus::host::conformance {

std::string check_stdout(Subject& subject) {
  std::string tried = "loading";
  try {
    const Prepared& prepared = subject.quick();
    Tally total;
    for (const auto unit : some_units(*prepared.job, 4)) unit_result_text(*prepared.job, unit, subject.seed());
    tried = fmt::format("loading, preparing and counting ({})", to_string(prepared.shape()));
  } catch (const CheckSkipped&) {  // its output so far is checked all the same
  }
  std::cout.flush();
  std::fflush(stdout);
  // The file that replaced stdout of this process before the plugin was loaded.
  struct stat status {};
  if (::fstat(STDOUT_FILENO, &status) != 0) throw CheckFailed{"it has closed stdout"};
  if (status.st_size == 0) return tried + ": nothing was written there";
  std::string text(static_cast<std::size_t>(std::min<off_t>(status.st_size, 256)), '\0');
  const ssize_t count = ::pread(STDOUT_FILENO, text.data(), text.size(), 0);
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  throw CheckFailed{fmt::format("it writes there while {}: \"{}\"", tried, excerpt(text.substr(0, text.find('\n'))))};
}

}  // namespace gridcensus::host::conformance
