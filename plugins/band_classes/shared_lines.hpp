#pragma once

#include "band_classes/line_file.hpp"
#include "band_signatures/closing_lines.hpp"
#include "band_signatures/line_table.hpp"
#include "band_signatures/open_graph.hpp"
#include "band_signatures/signature_classes.hpp"
#include "gridcensus/poll.hpp"
#include "symbols/symbols.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::band_classes {

using band_signatures::SignatureClasses;

/// Counts B of all classes of boxes of two columns together.
///
/// With f as in `ClosingLines`, B = R! f, and f(G) is the sum over the matchings M of G that use a given edge of
/// f(G - M). The graphs of R boxes that differ in one box are a *family*: leaving that box open, one open graph. What M
/// leaves of it is an open graph of R - 1 rows, and its line has a part in all classes of the family whose last box
/// tells apart the two symbols that M leaves. The same lines are met by many families.
///
///     families    few that have all classes: one after the other the one with the most classes that are still missing
///     visits      (family, M) with the form of what M leaves, collected by form
///     unit        the forms whose hash falls into its share: the line of each is counted once, and added to the sums
///                 of all classes that its visits meet
///
/// 6x2: 4.7 million lines of five rows, each a sum of 10,000 lines of four rows, of which there are some 78 million; 14
/// GB. Nearly all of these are counted before the units, so that units are alike.
///
/// @threads  const functions may be called from many threads.
class SharedLines {
 public:
  /// @param classes  of boxes of two columns and two to six rows; must outlive this
  /// @param file     where lines of four rows are kept, for six rows
  /// @cost  5x2: 30 ms; 6x2: hours where the file does not have the lines. As many threads as the caller's arena has.
  SharedLines(const SignatureClasses& classes, const std::optional<std::string>& file, const Poll& poll);

  /// What an object takes.
  static std::uint64_t memory_bytes(int rows);

  std::size_t units() const { return units_.size(); }

  /// A part of the B of one class.
  struct Part {
    std::size_t place;  ///< of the class
    std::uint64_t bands;
  };
  /// The parts of one unit, of all classes that it has a part of.
  std::vector<Part> count(std::size_t unit, const Poll& poll) const;

 private:
  using SymbolSet = mathematics::SymbolSet;

  /// A class, as a graph of its family that is closed in one way.
  struct Member {
    std::size_t place;
    SymbolSet half;  ///< one column of the last box
  };
  struct Family {
    band_signatures::OpenGraph graph;
    std::vector<Member> members;
  };
  /// A family's number in the lowest 16 bits, and for each of its symbols 4 bits: what it is in the form.
  using Visit = std::uint64_t;
  /// What is left of a family, or of several.
  struct Form {
    band_signatures::OpenGraphKey key;
    std::size_t end_of_visits = 0;  ///< the first behind its own, which begin where those of the form before end
  };
  struct Unit {
    std::vector<Form> forms;
    std::vector<Visit> visits;
  };
  class Counter;

  void find_families(const SignatureClasses& classes);
  void find_visits(const Poll& poll);
  void fill_table(const std::optional<std::string>& file, const Poll& poll);

  std::size_t rows_;
  std::size_t symbols_;
  std::size_t columns_;  // that are not open
  std::size_t classes_;
  const band_signatures::OpenFormKernel& kernel_;
  std::vector<Family> families_;
  std::vector<Unit> units_;
  std::unique_ptr<LineTable> table_;  // of four rows, for six
};

}  // namespace gridcensus::band_classes
