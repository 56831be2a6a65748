#include "host/base/text.hpp"
#include "host/conformance/check.hpp"
#include "host/conformance/subject.hpp"
#include "host/process/child.hpp"
#include "host/process/descriptor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <set>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace gridcensus::host::conformance {

namespace {

/// Returns the symbols of a library as nm (of the binutils) lists them; empty if there is no nm, or there are no
/// symbols.
std::string symbols_of(const std::filesystem::path& file) {
  auto [own, of_nm] = open_socket_pair();
  // The shell finds nm in PATH.
  Child nm{{.program = "/bin/sh",
            .arguments = {"-c", "exec nm --demangle --defined-only \"$0\" >&3", file.string()},
            .descriptors = {of_nm.number()}}};
  of_nm.close();
  std::string text;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t count = ::read(own.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

/// Returns the names NAME of gridcensus::NAME:: among the symbols.
std::set<std::string> namespaces_in(const std::string& symbols) {
  constexpr std::string_view outer = "gridcensus::";
  std::set<std::string> names;
  for (auto place = symbols.find(outer); place != std::string::npos; place = symbols.find(outer, place + 1)) {
    const auto begin = place + outer.size();
    const auto end =
        symbols.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", begin);
    if (end != std::string::npos && symbols.compare(end, 2, "::") == 0)
      names.insert(symbols.substr(begin, end - begin));
  }
  return names;
}

/// Returns the counting libraries of shared mathematics that the build of this program knows.
std::set<std::string> counting_libraries() {
  std::istringstream names{GRIDCENSUS_COUNTING_MATHEMATICS};
  return {std::istream_iterator<std::string>{names}, {}};
}

}  // namespace

std::string check_independence(Subject& subject) {
  const Plugin& plugin = subject.plugin();
  if (plugin.program != nullptr) throw CheckSkipped{"it is a program, so only its description identifies its method"};
  subject.report_step("nm " + plugin.file.string());
  const std::string symbols = symbols_of(plugin.file);
  // A stripped library has only the dynamic symbols left, which nm does not show.
  if (symbols.empty()) throw CheckSkipped{"its symbols are stripped, or nm (from binutils) is missing to read them"};
  const auto found = namespaces_in(symbols);
  std::set<std::string> declared;
  for (const auto& use : plugin.mathematics) declared.insert(use.library);
  for (const auto& name : counting_libraries()) {
    if (found.contains(name) && !declared.contains(name)) {
      throw CheckFailed{
          fmt::format("it has code of {}, and does not declare it: MATHEMATICS of gridcensus_add_strategy()", name)};
    }
  }
  for (const auto& name : declared) {
    if (!found.contains(name)) throw CheckFailed{fmt::format("it declares {}, and has no code of it", name)};
  }
  for (const auto& id : subject.neighbours()) {
    if (id != plugin.about.id && found.contains(id)) {
      throw CheckFailed{fmt::format("it has code of the strategy {}, and is compared with it", id)};
    }
  }
  const std::string text = join(declared);
  return fmt::format("{} among its symbols, and no other counting library or strategy",
                     text.empty() ? "no shared mathematics" : "the shared mathematics that it declares (" + text + ")");
}

}  // namespace gridcensus::host::conformance
