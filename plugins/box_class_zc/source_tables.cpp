#include "box_class_zc/source_tables.hpp"

#include "box_class_zc/hands.hpp"

#include <cstddef>

namespace gridcensus::box_class_zc {

namespace {

Table box_algebra(const Border& border, const Interior& interior) {
  const std::size_t classes = border.classes().size();
  Integer meeting = 0;
  for (std::size_t rows = 0; rows < classes; ++rows) {
    for (std::size_t columns = 0; columns < classes; ++columns) {
      meeting += interior.meet(static_cast<Code>(rows), static_cast<Code>(columns)) ? 1 : 0;
    }
  }
  Integer pairs = 0;
  Integer with_copies = 0;
  Integer equal = 0;
  for (std::size_t i = 0; i < border.size(); ++i) {
    for (std::size_t j = 0; j < border.size(); ++j) {
      const int copies = border.copies(static_cast<Code>(i), static_cast<Code>(j));
      pairs += copies != 0 ? 1 : 0;
      with_copies += copies;
      equal += copies != 0 && i == j ? 1 : 0;
    }
  }
  return figures({{"classes", classes},
                  {"meeting_pairs", meeting},
                  {"box_2_classes", border.size()},
                  {"box_2_row_triplets", border.row_triplets().size()},
                  {"box_2_box_3_pairs", pairs},
                  {"box_2_box_3_pairs_with_copies", with_copies},
                  {"box_2_box_3_pairs_of_equals", equal}});
}

Table straight_hand_table(const Border& border) {
  Table table{.key = "ZC", .columns = {"box_2_classes", "box_3_classes"}, .rows = {}};
  for (const auto& [crossings, hand] : straight_hands(border)) {
    table.add(std::to_string(crossings), {hand.box_2_classes, hand.box_3_classes});
  }
  return table;
}

Table cross_hand_table(const Border& border, const Interior& interior) {
  Table table{.key = "ZC", .columns = {"cases", "fillings", "box_8_classes"}, .rows = {}};
  for (const auto& [crossings, hand] : cross_hands(border, interior)) {
    table.add(std::to_string(crossings), {hand.cases, hand.fillings, hand.box_8_classes});
  }
  return table;
}

Table arrangement_table() {
  Table table{.key = "ZC", .columns = {"rows", "row_1", "row_2", "row_3", "sets", "total"}, .rows = {}};
  for (const auto& [crossings, ways] : arrangements()) {
    table.add(std::to_string(crossings),
              {ways.rows, ways.in_row[0], ways.in_row[1], ways.in_row[2], ways.sets, ways.total});
  }
  return table;
}

}  // namespace

Table figures(const std::vector<std::pair<std::string, Integer>>& counts) {
  Table table{.key = "figure", .columns = {"count"}, .rows = {}};
  for (const auto& [figure, count] : counts) table.add(figure, {count});
  return table;
}

Findings source_tables(const Border& border, const Interior& interior) {
  return internal(
      {{"box_algebra",
        {box_algebra(border, interior),
         "Classes of a box; pairs of a row and a column class with a box; classes and pairs of the boxes beside box "
         "1, pairs also by row triplets"}},
       {"straight_hands",
        {straight_hand_table(border),
         "By ZC of box 1's rows and box 2's columns: column classes of box 2, and of box 3 beside each of them"}},
       {"cross_hands",
        {cross_hand_table(border, interior),
         "By ZC of box 4's rows and box 2's columns: pairs of classes, fillings of box 5, column classes that these "
         "leave to box 8"}},
       {"cross_hand_permutations",
        {arrangement_table(), "By ZC: the ways in which box 4 can lie to the columns of box 2, as a product"}}});
}

}  // namespace gridcensus::box_class_zc
