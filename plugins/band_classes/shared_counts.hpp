#pragma once

#include "band_classes/closing_count_file.hpp"
#include "band_signatures/closing_count_table.hpp"
#include "band_signatures/closing_counts.hpp"
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
/// With f as in `ClosingCounts`, B = R! f, and f(G) is the sum over the matchings M of G that use a given edge of f(G -
/// M). The graphs of R boxes that differ in one box are a *family*: leaving that box open gives one open graph. Without
/// M it is an open graph of R - 1 rows, and its closing counts contribute to all classes of the family whose last box
/// separates the two symbols that M leaves. Many families need the same closing counts.
///
///     families    few that cover all classes: greedily, the one with the most classes that are still missing
///     visits      (family, M) with the form of the graph without M, collected by form
///     unit        the forms whose hash falls into its share: computes the closing counts of each once and adds them to
///                 the sums of all classes that its visits reach
///
/// 6x2: 4.7 million vectors of closing counts of five rows, each a sum of 10,000 vectors of four rows, of which there
/// are some 78 million; 14 GB. Nearly all of these are computed before the units, so units have similar cost.
///
/// @threads  const functions may be called from many threads.
class SharedCounts {
 public:
  /// @param classes  of boxes of two columns and two to six rows; must outlive this
  /// @param file     keeps the closing counts of four rows, for six rows
  /// @cost  5x2: 30 ms; 6x2: hours if the file lacks the closing counts. As many threads as the caller's arena has.
  SharedCounts(const SignatureClasses& classes, const std::optional<std::string>& file, const Poll& poll);

  /// Returns the memory of an object [bytes].
  static std::uint64_t memory_bytes(int rows);

  std::size_t units() const { return units_.size(); }

  /// A part of the B of one class.
  struct Part {
    std::size_t place;  ///< of the class
    std::uint64_t bands;
  };
  /// Returns the parts of one unit, one for each class to which it contributes.
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
  /// The number of a family in the lowest 16 bits, and 4 bits for each of its symbols: the symbol of the form.
  using Visit = std::uint64_t;
  /// The remaining graph of one family, or of several.
  struct Form {
    band_signatures::OpenGraphKey key;
    std::size_t end_of_visits = 0;  ///< one past its last visit; its first follows those of the form before
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
  std::size_t columns_;  // number of columns that are not open
  std::size_t classes_;
  const band_signatures::OpenFormKernel& kernel_;
  std::vector<Family> families_;
  std::vector<Unit> units_;
  std::unique_ptr<ClosingCountTable> table_;  // of four rows, for six
};

}  // namespace gridcensus::band_classes
