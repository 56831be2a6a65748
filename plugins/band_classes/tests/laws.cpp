#include "band_classes/normalised_bands.hpp"
#include "band_signatures/factorisation_counter.hpp"
#include "band_signatures/signature_classes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace {

using namespace gridcensus::band_classes;
using namespace gridcensus::band_signatures;
namespace mathematics = gridcensus::mathematics;

template <class T>
std::vector<T> shuffled(std::vector<T> things) {
  for (std::size_t left = things.size(); left > 1; --left) {
    std::swap(things[left - 1], things[*rc::gen::inRange<std::size_t>(0, left)]);
  }
  return things;
}

Relabelling arbitrary_relabelling(int symbols) {
  std::vector<std::uint8_t> images(static_cast<std::size_t>(symbols));
  std::iota(images.begin(), images.end(), std::uint8_t{0});
  images = shuffled(images);
  Relabelling relabelling = mathematics::identity_relabelling();
  std::ranges::copy(images, relabelling.begin());
  return relabelling;
}

/// Returns the classes of one of the tested shapes, built once.
const SignatureClasses& arbitrary_classes() {
  static const SignatureClasses two_by_four{2, 4};
  static const SignatureClasses three_by_two{3, 2};
  static const SignatureClasses three_by_three{3, 3};
  static const SignatureClasses four_by_two{4, 2};
  return **rc::gen::element(&two_by_four, &three_by_two, &three_by_three, &four_by_two);
}

std::vector<BoxCode> arbitrary_signature(const SignatureClasses& classes) {
  const auto code = rc::gen::inRange<BoxCode>(0, static_cast<BoxCode>(classes.codes().size()));
  return *rc::gen::container<std::vector<BoxCode>>(static_cast<std::size_t>(classes.codes().box_rows()), code);
}

std::vector<SymbolSet> columns_of_boxes(const BoxCodes& codes, const std::vector<BoxCode>& boxes) {
  std::vector<SymbolSet> columns;
  for (const BoxCode box : boxes) {
    const auto of_box = codes.columns(box);
    columns.insert(columns.end(), of_box.begin(), of_box.end());
  }
  return columns;
}

RC_GTEST_PROP(SignatureClasses, RepresentativeIsInvariantUnderSymmetries, ()) {
  const SignatureClasses& classes = arbitrary_classes();
  const auto signature = arbitrary_signature(classes);
  const Relabelling relabelling = arbitrary_relabelling(classes.codes().symbols());
  std::vector<BoxCode> image = shuffled(signature);
  for (BoxCode& box : image) box = classes.codes().relabelled(box, relabelling);
  RC_ASSERT(classes.canonical(image) == classes.canonical(signature));
}

RC_GTEST_PROP(SignatureClasses, RepresentativeHasEquallyManyBands, ()) {
  const SignatureClasses& classes = arbitrary_classes();
  const auto signature = arbitrary_signature(classes);
  const auto& found = classes.classes().at(classes.index_of(classes.canonical(signature)));
  const FactorisationCounter counter;
  RC_ASSERT(counter.count(columns_of_boxes(classes.codes(), signature)) == counter.count(classes.columns(found)));
}

RC_GTEST_PROP(BoxCodes, RelabellingsCompose, ()) {
  const BoxCodes& codes = arbitrary_classes().codes();
  const auto first = arbitrary_relabelling(codes.symbols());
  const auto second = arbitrary_relabelling(codes.symbols());
  const auto code = *rc::gen::inRange<BoxCode>(0, static_cast<BoxCode>(codes.size()));
  RC_ASSERT(codes.relabelled(codes.relabelled(code, first), second) ==
            codes.relabelled(code, mathematics::composed(first, second)));
  RC_ASSERT(codes.relabelled(codes.relabelled(code, first), mathematics::inverse(first)) == code);
}

/// Returns a regular graph: the first columns of a cyclic square, their symbols exchanged, in any order.
ColumnGraph arbitrary_graph(std::size_t columns, int degree) {
  std::vector<int> shifts(columns);
  std::iota(shifts.begin(), shifts.end(), 0);
  shifts = shuffled(shifts);
  ColumnGraph graph{};
  for (std::size_t column = 0; column < columns; ++column) {
    for (int edge = 0; edge < degree; ++edge) {
      const auto symbol = (column + static_cast<std::size_t>(shifts[static_cast<std::size_t>(edge)])) % columns;
      graph[column] = static_cast<SymbolSet>(graph[column] | mathematics::singleton(static_cast<int>(symbol)));
    }
  }
  return graph;
}

RC_GTEST_PROP(FactorisationCounter, DoesNotDependOnTheNumberingOfColumnsAndSymbols, ()) {
  const auto columns = *rc::gen::inRange<std::size_t>(5, 9);
  const auto degree = *rc::gen::inRange(2, 6);
  const ColumnGraph graph = arbitrary_graph(columns, degree);
  const Relabelling relabelling = arbitrary_relabelling(static_cast<int>(columns));
  std::vector<SymbolSet> image(graph.begin(), graph.begin() + static_cast<std::ptrdiff_t>(columns));
  for (SymbolSet& column : image) column = mathematics::relabelled(column, relabelling);
  image = shuffled(image);
  RC_ASSERT(FactorisationCounter{}.count({graph.data(), columns}) == FactorisationCounter{}.count(image));
}

RC_GTEST_PROP(FactorisationCounter, NormalFormIsIsomorphicToTheGraph, ()) {
  const auto columns = *rc::gen::inRange<std::size_t>(5, 9);
  const ColumnGraph graph = arbitrary_graph(columns, *rc::gen::inRange(2, 5));
  const ColumnGraph form = normal_form(graph, columns).graph;
  // Below four rows nothing is cached, so these counts do not use the normal form that they test.
  const auto common_symbols = [&](const ColumnGraph& of) {
    std::vector<int> common;  // of every pair of columns
    for (std::size_t a = 0; a < columns; ++a) {
      for (std::size_t b = 0; b < a; ++b) common.push_back(mathematics::size_of(static_cast<SymbolSet>(of[a] & of[b])));
    }
    std::ranges::sort(common);
    return common;
  };
  RC_ASSERT(common_symbols(form) == common_symbols(graph));
  if (mathematics::size_of(graph.front()) < 4) {
    RC_ASSERT(FactorisationCounter{}.count({graph.data(), columns}) ==
              FactorisationCounter{}.count({form.data(), columns}));
  }
}

}  // namespace
