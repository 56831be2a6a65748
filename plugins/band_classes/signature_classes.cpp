#include "signature_classes.hpp"

#include "combinatorics/closed_formulas.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gridcensus::band_classes {

using combinatorics::checked_add;
using combinatorics::checked_multiply;

namespace {

constexpr std::size_t no_relation = static_cast<std::size_t>(-1);

std::size_t place(int value) { return static_cast<std::size_t>(value); }

/// Exchanges of two symbols of one column, and of two columns of the identity: they generate all relabellings that
/// keep the identity, C!(R!)^C of them.
std::vector<Relabelling> generators_keeping_identity(int rows, int cols) {
  std::vector<Relabelling> generators;
  for (int row = 0; row + 1 < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      Relabelling exchange = combinatorics::unchanged();
      std::swap(exchange[place(row * cols + col)], exchange[place((row + 1) * cols + col)]);
      generators.push_back(exchange);
    }
  }
  for (int col = 0; col + 1 < cols; ++col) {
    Relabelling exchange = combinatorics::unchanged();
    for (int row = 0; row < rows; ++row) {
      std::swap(exchange[place(row * cols + col)], exchange[place(row * cols + col + 1)]);
    }
    generators.push_back(exchange);
  }
  return generators;
}

/// Calls `use` with every relabelling that keeps the identity.
template <class Use>
void for_each_keeping_identity(int rows, int cols, const Use& use) {
  std::vector<int> row_orders(place(rows));  // one column's order of rows
  std::vector<std::vector<int>> orders;      // of all columns
  std::iota(row_orders.begin(), row_orders.end(), 0);
  std::vector<std::vector<int>> permutations;
  do permutations.push_back(row_orders);
  while (std::ranges::next_permutation(row_orders).found);

  std::vector<int> col_order(place(cols));
  std::iota(col_order.begin(), col_order.end(), 0);
  Relabelling relabelling = combinatorics::unchanged();
  do {
    const auto fill = [&](const auto& self, int col) -> void {
      if (col == cols) {
        use(relabelling);
        return;
      }
      for (const auto& permutation : permutations) {
        for (int row = 0; row < rows; ++row) {
          relabelling[place(row * cols + col)] =
              static_cast<std::uint8_t>(permutation[place(row)] * cols + col_order[place(col)]);
        }
        self(self, col + 1);
      }
    };
    fill(fill, 0);
  } while (std::ranges::next_permutation(col_order).found);
}

}  // namespace

SignatureClasses::SignatureClasses(int box_rows, int box_cols, const Poll& poll) : codes_{box_rows, box_cols} {
  find_relations();
  list_stabilisers(poll);

  std::map<std::vector<BoxCode>, Wide> weights{{{}, 1}};
  for (int boxes = 1; boxes < box_rows; ++boxes) {
    std::map<std::vector<BoxCode>, Wide> extended;
    for (const auto& [others, weight] : weights) {
      if (poll) poll();
      std::vector<BoxCode> signature{codes_.identity()};
      signature.insert(signature.end(), others.begin(), others.end());
      signature.push_back(0);
      for (std::size_t code = 0; code < codes_.size(); ++code) {
        signature.back() = static_cast<BoxCode>(code);
        Wide& sum = extended[canonical(signature)];
        sum = checked_add(sum, weight);
      }
    }
    weights = std::move(extended);
  }
  for (auto& [representative, weight] : weights) {
    index_.emplace(representative, classes_.size());
    classes_.push_back({representative, weight});
  }
}

void SignatureClasses::find_relations() {
  const auto generators = generators_keeping_identity(codes_.box_rows(), codes_.box_cols());
  relation_of_.assign(codes_.size(), no_relation);
  to_representative_.assign(codes_.size(), combinatorics::unchanged());
  // Codes are met in ascending order, so that the first of an orbit is its least.
  for (std::size_t first = 0; first < codes_.size(); ++first) {
    if (relation_of_[first] != no_relation) continue;
    relation_of_[first] = relations_.size();
    std::vector<BoxCode> frontier{static_cast<BoxCode>(first)};
    while (!frontier.empty()) {
      const BoxCode code = frontier.back();
      frontier.pop_back();
      for (const Relabelling& generator : generators) {
        const BoxCode image = codes_.relabelled(code, generator);
        if (relation_of_[image] != no_relation) continue;
        relation_of_[image] = relations_.size();
        // Generators are their own inverses: one more step leads back to `code`.
        to_representative_[image] = combinatorics::composed(generator, to_representative_[code]);
        frontier.push_back(image);
      }
    }
    relations_.push_back({static_cast<BoxCode>(first), {}, {}});
  }
}

void SignatureClasses::list_stabilisers(const Poll& poll) {
  if (relations_.size() == 1) return;  // one code only; the group may be huge (1xN) and is not needed
  for_each_keeping_identity(codes_.box_rows(), codes_.box_cols(), [&](const Relabelling& relabelling) {
    for (Relation& relation : relations_) {
      if (codes_.relabelled(relation.representative, relabelling) == relation.representative) {
        relation.stabiliser.push_back(relabelling);
      }
    }
  });
  if (codes_.box_rows() < 3) return;
  for (std::size_t r = 0; r + 1 < relations_.size(); ++r) {
    Relation& relation = relations_[r];
    relation.action.reserve(relation.stabiliser.size() * codes_.size());
    for (const Relabelling& relabelling : relation.stabiliser) {
      if (poll) poll();
      for (std::size_t code = 0; code < codes_.size(); ++code) {
        relation.action.push_back(codes_.relabelled(static_cast<BoxCode>(code), relabelling));
      }
    }
  }
}

std::vector<BoxCode> SignatureClasses::canonical(std::span<const BoxCode> boxes) const {
  const std::size_t others = boxes.size() - 1;
  // The least second box decides first: only the ordered pairs of boxes in the least relation can lead to the least
  // list. The relation of a box to itself is the greatest of all, since its representative alone has the symbols 1
  // and 2 in different columns.
  std::size_t least_relation = relations_.size() - 1;
  std::vector<std::vector<BoxCode>> candidates;  // box 2 = representative, then the rest
  std::vector<BoxCode> from_first(others);
  for (std::size_t first = 0; first < boxes.size(); ++first) {
    const Relabelling normalise = codes_.to_identity(boxes[first]);
    std::size_t filled = 0;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
      if (box != first) from_first[filled++] = codes_.relabelled(boxes[box], normalise);
    }
    for (std::size_t second = 0; second < others; ++second) {
      const std::size_t relation = relation_of_[from_first[second]];
      if (relation > least_relation || relation + 1 == relations_.size()) continue;
      if (relation < least_relation) candidates.clear();
      least_relation = relation;
      const Relabelling& transport = to_representative_[from_first[second]];
      auto& candidate = candidates.emplace_back();
      for (std::size_t box = 0; box < others; ++box) {
        if (box != second) candidate.push_back(codes_.relabelled(from_first[box], transport));
      }
    }
  }
  // All boxes alike.
  if (candidates.empty()) return std::vector<BoxCode>(others, codes_.identity());

  const Relation& relation = relations_[least_relation];
  std::vector<BoxCode> best{relation.representative};
  if (others == 1) return best;
  std::vector<BoxCode> image(others - 1);
  std::vector<BoxCode> least;
  for (const auto& candidate : candidates) {
    for (std::size_t element = 0; element < relation.stabiliser.size(); ++element) {
      const BoxCode* const action = relation.action.data() + element * codes_.size();
      for (std::size_t box = 0; box < image.size(); ++box) image[box] = action[candidate[box]];
      std::ranges::sort(image);
      if (least.empty() || image < least) least = image;
    }
  }
  best.insert(best.end(), least.begin(), least.end());
  return best;
}

Wide SignatureClasses::signatures(const SignatureClass& signature_class) const {
  const int rows = codes_.box_rows();
  const Wide column_orders = combinatorics::checked_power(combinatorics::factorial(codes_.box_cols()), rows);
  return checked_multiply(checked_multiply(codes_.size(), column_orders), signature_class.weight);
}

std::vector<SymbolSet> SignatureClasses::columns(const SignatureClass& signature_class) const {
  std::vector<SymbolSet> columns;
  const auto append = [&](BoxCode code) {
    const auto box = codes_.columns(code);
    columns.insert(columns.end(), box.begin(), box.end());
  };
  append(codes_.identity());
  for (const BoxCode code : signature_class.boxes) append(code);
  return columns;
}

}  // namespace gridcensus::band_classes
