#include "band_signatures/signature_classes.hpp"

#include "band_signatures/automorphisms.hpp"
#include "closed_formulas/closed_formulas.hpp"
#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace gridcensus::band_signatures {

using mathematics::checked_add;
using mathematics::checked_multiply;

namespace {

std::size_t place(int value) { return static_cast<std::size_t>(value); }

/// Sorts a few codes; std::sort would take longer.
void insertion_sort(std::span<BoxCode> boxes) {
  for (std::size_t end = 1; end < boxes.size(); ++end) {
    const BoxCode box = boxes[end];
    std::size_t place = end;
    for (; place > 0 && boxes[place - 1] > box; --place) boxes[place] = boxes[place - 1];
    boxes[place] = box;
  }
}

/// Calls `use` with every relabelling that fixes the identity.
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
  Relabelling relabelling = mathematics::identity_relabelling();
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
  beginnings_.emplace_back().push_back(beginning_of({}, true));
  find_relations();
  std::vector<std::vector<BoxCode>> lists{{}};
  for (int boxes = 1; boxes < box_rows; ++boxes) {
    lists = extended(lists, poll);
    if (boxes + 1 == box_rows) break;
    auto& longer = beginnings_.emplace_back();
    for (const auto& list : lists) {
      poll();
      longer.push_back(beginning_of(list, boxes + 2 < box_rows));
    }
  }

  UInt128 found = 0;
  classes_.reserve(lists.size());
  for (auto& list : lists) {
    poll();
    const UInt128 weight = weight_of(list);
    found = checked_add(found, weight);
    classes_.push_back({std::move(list), weight});
  }
  if (found != mathematics::checked_power(codes_.size(), box_rows - 1)) {
    throw BrokenInvariant{"the sizes of the signature classes do not add up to all signatures"};
  }
}

SignatureClasses::Beginning SignatureClasses::beginning_of(std::span<const BoxCode> others, bool is_followed) const {
  std::vector<BoxCode> boxes{codes_.identity()};
  boxes.insert(boxes.end(), others.begin(), others.end());
  const auto generators = automorphisms(codes_, boxes, BoxOrder::fixed).generators;
  std::vector<Relabelling> back;
  std::vector<std::vector<BoxCode>> images;
  for (const Relabelling& generator : generators) {
    back.push_back(mathematics::inverse(generator));
    images.push_back(codes_.all_relabelled(generator));
  }
  Beginning beginning;
  beginning.least.resize(codes_.size());
  if (is_followed) {
    beginning.to_least.assign(codes_.size(), mathematics::identity_relabelling());
    beginning.next.resize(codes_.size());
  }
  // Codes occur in ascending order, so the first of an orbit is its least.
  std::vector<bool> is_met(codes_.size());
  std::vector<BoxCode> frontier;
  for (std::size_t first = 0; first < codes_.size(); ++first) {
    if (is_met[first]) continue;
    is_met[first] = true;
    frontier.assign(1, static_cast<BoxCode>(first));
    while (!frontier.empty()) {
      const BoxCode code = frontier.back();
      frontier.pop_back();
      beginning.least[code] = static_cast<BoxCode>(first);
      for (std::size_t generator = 0; generator < images.size(); ++generator) {
        const BoxCode image = images[generator][code];
        if (is_met[image]) continue;
        is_met[image] = true;
        frontier.push_back(image);
        if (is_followed) {
          beginning.to_least[image] = mathematics::composed(back[generator], beginning.to_least[code]);
        }
      }
    }
  }
  return beginning;
}

void SignatureClasses::find_relations() {
  const auto& least = beginnings_[0][0].least;
  relation_of_.resize(codes_.size());
  for (std::size_t code = 0; code < codes_.size(); ++code) {
    if (least[code] == code) {
      relation_of_[code] = relations_.size();
      relations_.push_back({static_cast<BoxCode>(code), {}, {}});
    }
    relation_of_[code] = relation_of_[least[code]];
  }
}

std::vector<std::vector<BoxCode>> SignatureClasses::extended(const std::vector<std::vector<BoxCode>>& lists,
                                                             const Poll& poll) {
  std::vector<std::vector<BoxCode>> longer;
  for (std::size_t number = 0; number < lists.size(); ++number) {
    poll();
    Beginning& beginning = beginnings_.back()[number];
    std::vector<BoxCode> boxes{codes_.identity()};
    boxes.insert(boxes.end(), lists[number].begin(), lists[number].end());
    boxes.push_back(0);
    const std::span<const BoxCode> others = std::span{boxes}.subspan(1);
    for (std::size_t code = lists[number].empty() ? 0 : lists[number].back(); code < codes_.size(); ++code) {
      if (beginning.least[code] != code) continue;
      boxes.back() = static_cast<BoxCode>(code);
      if (!std::ranges::equal(canonical(boxes), others)) continue;
      if (!beginning.next.empty()) beginning.next[code] = static_cast<std::uint32_t>(longer.size());
      longer.emplace_back(others.begin(), others.end());
    }
  }
  return longer;
}

/// Returns the weight of a class by orbit and stabiliser: N! relabellings and R! orders of the boxes, divided by those
/// that change nothing.
UInt128 SignatureClasses::weight_of(std::span<const BoxCode> others) const {
  std::vector<BoxCode> boxes{codes_.identity()};
  boxes.insert(boxes.end(), others.begin(), others.end());
  UInt128 unchanged = automorphisms(codes_, boxes, BoxOrder::free).count;
  std::ranges::sort(boxes);
  UInt128 alike = 1;
  for (std::size_t box = 1; box < boxes.size(); ++box) {
    alike = boxes[box] == boxes[box - 1] ? alike + 1 : 1;
    unchanged = checked_multiply(unchanged, alike);
  }
  const UInt128 lists =
      checked_multiply(mathematics::factorial(codes_.symbols()), mathematics::factorial(codes_.box_rows()));
  return lists / unchanged / codes_.size();
}

const std::vector<SignatureClasses::Relation>& SignatureClasses::relations() const {
  std::call_once(stabilisers_listed_, [this] { list_stabilisers(); });
  return relations_;
}

void SignatureClasses::list_stabilisers() const {
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
      const auto images = codes_.all_relabelled(relabelling);
      relation.action.insert(relation.action.end(), images.begin(), images.end());
    }
  }
}

std::vector<SignatureClasses::Rest> SignatureClasses::seen_from_each(std::span<const BoxCode> boxes) const {
  std::vector<Rest> rests;
  for (std::size_t first = 0; first < boxes.size(); ++first) {
    const Relabelling normalise = codes_.to_identity(boxes[first]);
    Rest rest{};
    std::size_t filled = 0;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
      if (box != first) rest[filled++] = codes_.relabelled(boxes[box], normalise);
    }
    insertion_sort({rest.data(), filled});
    if (std::ranges::find(rests, rest) == rests.end()) rests.push_back(rest);
  }
  return rests;
}

std::vector<BoxCode> SignatureClasses::canonical(std::span<const BoxCode> boxes) const {
  // All candidates for the least list have the same beginning, and differ in the boxes after it.
  std::vector<Rest> rests = seen_from_each(boxes);
  std::vector<Rest> fewer;
  std::vector<BoxCode> list;
  std::size_t number = 0;
  for (std::size_t left = boxes.size() - 1; left > 0; --left) {
    const Beginning& beginning = beginnings_[list.size()][number];
    BoxCode least = std::numeric_limits<BoxCode>::max();
    for (const Rest& rest : rests) {
      for (std::size_t box = 0; box < left; ++box) least = std::min(least, beginning.least[rest[box]]);
    }
    list.push_back(least);
    if (left == 1) break;
    fewer.clear();
    for (const Rest& rest : rests) {
      for (std::size_t second = 0; second < left; ++second) {
        if (beginning.least[rest[second]] != least) continue;
        if (second > 0 && rest[second] == rest[second - 1]) continue;
        const Relabelling& to_least = beginning.to_least[rest[second]];
        Rest image{};
        std::size_t filled = 0;
        for (std::size_t box = 0; box < left; ++box) {
          if (box != second) image[filled++] = codes_.relabelled(rest[box], to_least);
        }
        insertion_sort({image.data(), filled});
        if (std::ranges::find(fewer, image) == fewer.end()) fewer.push_back(image);
      }
    }
    std::swap(rests, fewer);
    number = beginning.next[least];
  }
  return list;
}

std::size_t SignatureClasses::index_of(const std::vector<BoxCode>& representative) const {
  const auto found = std::ranges::lower_bound(classes_, representative, {}, &SignatureClass::boxes);
  if (found == classes_.end() || found->boxes != representative) {
    throw std::out_of_range{"no class has this representative"};
  }
  return static_cast<std::size_t>(found - classes_.begin());
}

UInt128 SignatureClasses::signatures(const SignatureClass& signature_class) const {
  const int rows = codes_.box_rows();
  const UInt128 column_orders = mathematics::checked_power(mathematics::factorial(codes_.box_cols()), rows);
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

}  // namespace gridcensus::band_signatures
