#include "band_classes/completions/chain_pairs.hpp"

#include "closed_formulas/closed_formulas.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace gridcensus::band_classes {

using band_signatures::BoxCodes;
using mathematics::checked_multiply;
using mathematics::checked_power;
using mathematics::Relabelling;

namespace {

bool clash(std::span<const SymbolSet> upper, std::span<const SymbolSet> lower) {
  for (std::size_t column = 0; column < upper.size(); ++column) {
    if ((upper[column] & lower[column]) != 0) return true;
  }
  return false;
}

}  // namespace

ChainPairs::ChainPairs(const SignatureClasses& classes, const std::vector<UInt128>& bands)
    : classes_{&classes}, stride_{classes.codes().size() + 1} {
  const BoxCodes& codes = classes.codes();
  if (codes.box_rows() != 2) throw std::invalid_argument{"a band has two boxes only where R = 2"};
  if (codes.box_cols() > max_bands)
    throw std::invalid_argument{"stacks of more than four bands can be filled in too many ways"};
  std::vector<const Columns*> so_far;
  list_chains(list_choices(), so_far);

  // Every product is at most (max B)^(C-1), and there are at most chains^2 of them: all sums fit 64 bits.
  const UInt128 greatest = *std::ranges::max_element(bands);
  const UInt128 sum_bound =
      checked_multiply(checked_power(greatest, codes.box_cols() - 1), checked_power(chains_.size(), 2));
  if (greatest > std::numeric_limits<std::uint32_t>::max() || sum_bound > std::numeric_limits<std::uint64_t>::max()) {
    throw std::overflow_error{"the band counts of this shape need wider integers"};
  }
  fill_bands(bands);
}

/// Returns the possible contents of the columns of a box anywhere below the identity.
std::vector<ChainPairs::Columns> ChainPairs::list_choices() const {
  const BoxCodes& codes = classes_->codes();
  const auto above = codes.columns(codes.identity());
  std::vector<Columns> choices;
  for (std::size_t code = 0; code < codes.size(); ++code) {
    const auto unordered = codes.columns(static_cast<BoxCode>(code));
    Columns choice{{unordered.begin(), unordered.end()}, static_cast<BoxCode>(code)};
    std::ranges::sort(choice.sets);
    do {
      if (!clash(above, choice.sets)) choices.push_back(choice);
    } while (std::ranges::next_permutation(choice.sets).found);
  }
  return choices;
}

void ChainPairs::list_chains(const std::vector<Columns>& choices, std::vector<const Columns*>& so_far) {
  if (so_far.size() + 1 < static_cast<std::size_t>(classes_->codes().box_cols())) {
    for (const Columns& choice : choices) {
      const auto clashes = [&](const Columns* upper) { return clash(upper->sets, choice.sets); };
      if (std::ranges::any_of(so_far, clashes)) continue;
      so_far.push_back(&choice);
      list_chains(choices, so_far);
      so_far.pop_back();
    }
    return;
  }
  Chain chain;
  chain.fill(static_cast<BoxCode>(stride_ - 1));
  bool is_ascending = true;
  for (std::size_t band = 0; band < so_far.size(); ++band) {
    chain[band] = so_far[band]->code;
    is_ascending = is_ascending && (band == 0 || so_far[band - 1]->sets.front() < so_far[band]->sets.front());
  }
  chains_.push_back(chain);
  if (is_ascending) ascending_.push_back(chain);
}

void ChainPairs::fill_bands(const std::vector<UInt128>& bands) {
  const BoxCodes& codes = classes_->codes();
  // B is invariant under relabelling: box 1 becomes the identity, and B depends on the relation of box 2 to it.
  std::vector<std::uint32_t> by_relation;
  for (const auto& relation : classes_->relations()) {
    const std::array<BoxCode, 2> signature{codes.identity(), relation.representative};
    by_relation.push_back(static_cast<std::uint32_t>(bands[classes_->index_of(classes_->canonical(signature))]));
  }
  bands_.assign(stride_ * stride_, 1);
  for (std::size_t a = 0; a + 1 < stride_; ++a) {
    const Relabelling normalise = codes.to_identity(static_cast<BoxCode>(a));
    for (std::size_t b = 0; b + 1 < stride_; ++b) {
      const BoxCode normalised = codes.relabelled(static_cast<BoxCode>(b), normalise);
      bands_[a * stride_ + b] = by_relation[classes_->relation_of(normalised)];
    }
  }
}

UInt128 ChainPairs::completions(const SignatureClass& signature_class, const Poll& poll) const {
  const BoxCodes& codes = classes_->codes();
  const Relabelling from_identity = mathematics::inverse(codes.to_identity(signature_class.boxes.front()));
  std::vector<std::size_t> image(stride_, stride_ - 1);
  for (std::size_t code = 0; code + 1 < stride_; ++code) {
    image[code] = codes.relabelled(static_cast<BoxCode>(code), from_identity);
  }
  std::uint64_t sum = 0;
  for (const Chain& chain : ascending_) {
    poll();
    // B is symmetric, so rows of the table replace its columns.
    const std::uint32_t* const second = bands_.data() + image[chain[0]] * stride_;
    const std::uint32_t* const third = bands_.data() + image[chain[1]] * stride_;
    const std::uint32_t* const fourth = bands_.data() + image[chain[2]] * stride_;
    for (const Chain& other : chains_) sum += std::uint64_t{second[other[0]]} * third[other[1]] * fourth[other[2]];
  }
  return checked_multiply(sum, mathematics::factorial(codes.box_cols() - 1));
}

}  // namespace gridcensus::band_classes
