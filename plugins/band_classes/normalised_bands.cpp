#include "band_classes/normalised_bands.hpp"

#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <set>

namespace gridcensus::band_classes {

using mathematics::least;
using mathematics::Relabelling;
using mathematics::singleton;
using mathematics::SymbolSet;
using mathematics::without_least;

namespace {

/// Fills the boxes after the first row by row until one way is found. If there is none, the first row that cannot be
/// filled shows it; a search by columns would often end only after all bands of the first boxes.
///
/// A row is a symbol for each column, and the division of columns into boxes does not matter. So the unordered
/// remaining contents of the columns determine whether the remaining rows can be filled, and a failure is not tried
/// again. Boxes that are alike need this: for some signatures of 6x2 the rows could be permuted for hours.
class BandSearch {
 public:
  BandSearch(const BoxCodes& codes, std::span<const BoxCode> others)
      : first_box_columns_{codes.box_cols()}, symbols_{codes.symbols()} {
    for (const BoxCode code : others) {
      for (const SymbolSet column : codes.columns(code)) left_[columns_++] = column;
    }
    sort(left_);
  }

  bool finds_band() { return fills_from_row(0, left_); }

 private:
  /// By column: symbols without a row, ascending; unused entries are 0.
  using Left = std::array<SymbolSet, mathematics::max_symbols>;

  void sort(Left& left) const { std::sort(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(columns_)); }

  /// @param first_symbol  the first symbol of the row in box 1
  bool fills_from_row(int first_symbol, const Left& left) {
    if (first_symbol == symbols_) return true;
    if (failed_.contains(left)) return false;
    const SymbolSet before = mathematics::first_symbols(first_symbol);
    const SymbolSet with_row = mathematics::first_symbols(first_symbol + first_box_columns_);
    if (fills_rest(first_symbol, 0, mathematics::without(with_row, before), left, left)) return true;
    failed_.insert(left);
    return false;
  }

  /// @param left   before the row
  /// @param after  and after it, up to `column`
  bool fills_rest(int first_symbol, std::size_t column, SymbolSet in_row, const Left& left, Left after) {
    if (column == columns_) {
      sort(after);
      return fills_from_row(first_symbol + first_box_columns_, after);
    }
    SymbolSet choices = mathematics::without(left[column], in_row);
    if (column > 0 && left[column] == left[column - 1]) {  // equal columns: in one order
      const SymbolSet taken = mathematics::without(left[column - 1], after[column - 1]);
      choices = mathematics::without(choices, mathematics::first_symbols(least(taken)));
    }
    for (; choices != 0; choices = without_least(choices)) {
      const SymbolSet symbol = singleton(least(choices));
      after[column] = mathematics::without(left[column], symbol);
      if (fills_rest(first_symbol, column + 1, static_cast<SymbolSet>(in_row | symbol), left, after)) return true;
    }
    return false;
  }

  int first_box_columns_;
  int symbols_;
  std::size_t columns_ = 0;
  Left left_{};
  std::set<Left> failed_;  // at the beginning of a row; the number of symbols determines which
};

/// The other boxes of a signature, relative to one ordered pair of its boxes: the first box is the identity, the second
/// the representative of its relation to the first.
struct View {
  std::size_t relation;
  std::vector<BoxCode> rest;
};

std::vector<View> views_of(const SignatureClasses& classes, const SignatureClass& signature_class) {
  const BoxCodes& codes = classes.codes();
  std::vector<BoxCode> boxes{codes.identity()};
  boxes.insert(boxes.end(), signature_class.boxes.begin(), signature_class.boxes.end());
  std::vector<View> views;
  for (std::size_t first = 0; first < boxes.size(); ++first) {
    const Relabelling normalise = codes.to_identity(boxes[first]);
    for (std::size_t second = 0; second < boxes.size(); ++second) {
      if (second == first) continue;
      const BoxCode seen = codes.relabelled(boxes[second], normalise);
      const Relabelling whole = mathematics::composed(normalise, classes.to_representative(seen));
      View view{classes.relation_of(seen), {}};
      for (std::size_t box = 0; box < boxes.size(); ++box) {
        if (box != first && box != second) view.rest.push_back(codes.relabelled(boxes[box], whole));
      }
      views.push_back(std::move(view));
    }
  }
  return views;
}

/// Boxes 2..R, ascending; unused entries are 0.
using List = std::array<BoxCode, mathematics::max_symbols>;

/// Returns all ascending lists of the signature whose least code is `second`; some may occur more than once.
std::vector<List> lists_beginning_with(BoxCode second, const SignatureClasses& classes,
                                       const std::vector<View>& views) {
  const BoxCodes& codes = classes.codes();
  const std::size_t number = classes.relation_of(second);
  if (std::ranges::find(views, number, &View::relation) == views.end()) return {};
  const SignatureClasses::Relation& relation = classes.relations()[number];
  const Relabelling back = mathematics::inverse(classes.to_representative(second));
  const std::vector<BoxCode> back_from = codes.all_relabelled(back);
  std::vector<List> lists;
  for (std::size_t element = 0; element < relation.stabiliser.size(); ++element) {
    for (const View& view : views) {
      if (view.relation != number) continue;
      List list{second};
      std::size_t filled = 1;
      for (const BoxCode box : view.rest) {
        const BoxCode moved = relation.action.empty() ? codes.relabelled(box, relation.stabiliser[element])
                                                      : relation.action[element * codes.size() + box];
        list[filled] = back_from[moved];
        // Lists that begin with less than `second` were tried before.
        if (list[filled] < second) break;
        ++filled;
      }
      if (filled <= view.rest.size()) continue;
      std::sort(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(filled));
      lists.push_back(list);
    }
  }
  return lists;
}

}  // namespace

bool has_normalised_band(const BoxCodes& codes, std::span<const BoxCode> others) {
  return BandSearch{codes, others}.finds_band();
}

std::vector<BoxCode> least_normalised(const SignatureClasses& classes, const SignatureClass& signature_class) {
  const BoxCodes& codes = classes.codes();
  // If all boxes are equal, a Latin square in every column set fills them.
  const auto is_identity = [&](BoxCode code) { return code == codes.identity(); };
  if (std::ranges::all_of(signature_class.boxes, is_identity)) return signature_class.boxes;

  const std::vector<View> views = views_of(classes, signature_class);
  for (std::size_t code = 0; code < codes.size(); ++code) {
    const auto second = static_cast<BoxCode>(code);
    if (!has_normalised_band(codes, {&second, 1})) continue;
    auto lists = lists_beginning_with(second, classes, views);
    // The first few lists suffice: a heap instead of sorting all.
    std::ranges::make_heap(lists, std::greater{});
    while (!lists.empty()) {
      const List first = lists.front();
      const std::span<const BoxCode> list{first.data(), signature_class.boxes.size()};
      if (has_normalised_band(codes, list)) return {list.begin(), list.end()};
      while (!lists.empty() && lists.front() == first) {
        std::ranges::pop_heap(lists, std::greater{});
        lists.pop_back();
      }
    }
  }
  throw BrokenInvariant{"a class of signatures has no normalised band"};
}

std::string text_of(const SignatureClasses& classes, const SignatureClass& signature_class) {
  const BoxCodes& codes = classes.codes();
  if (signature_class.boxes.empty()) return codes.text(codes.identity());
  std::string text;
  for (const BoxCode code : least_normalised(classes, signature_class)) {
    if (!text.empty()) text += " | ";
    text += codes.text(code);
  }
  return text;
}

}  // namespace gridcensus::band_classes
