#pragma once

#include <string>
#include <vector>

namespace gridcensus::app {

/// A command in Python: a module of the package that is installed with this program.
struct View {
  std::string name;
  std::string brief;  ///< a few words for the help of the whole program
};

/// Replaces this process by the command of the first word, if another program carries it out: `gridcensus-NAME` beside
/// this program, a module of the package for Python, or `gridcensus-NAME` in PATH, in this order. It gets the other
/// words and the same streams, and in GRIDCENSUS_PROGRAM the place of this program. Returns if there is none.
///
/// @throws BadInput  the command needs Python, or its module, which is missing.
void start_external(const std::vector<std::string>& words);

/// Replaces this process by the package for Python with these words: a view or not, such as `complete` and `manual`.
/// Returns the reason if it cannot.
std::string start_package(const std::vector<std::string>& words);

/// Returns the names of the programs `gridcensus-NAME` beside this program and in PATH, without that prefix, sorted.
std::vector<std::string> own_commands();

}  // namespace gridcensus::app
