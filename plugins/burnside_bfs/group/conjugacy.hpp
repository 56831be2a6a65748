#pragma once

#include "burnside_bfs/group/symmetries.hpp"
#include "gridcensus/poll.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::burnside_bfs {

/// The conjugacy classes of a group of symmetries: the components of the graph with an edge from each element g to h^-1
/// g h for every generator h.
///
/// Generators suffice (the source's proof). If two elements are conjugate, one is h^-1 g h of the other for some h of
/// the group, and h = a b c is a product of generators. Then h^-1 g h = c^-1 (b^-1 (a^-1 g a) b) c: from g one step
/// leads to a^-1 g a, the next to its conjugate by b, the last to its conjugate by c.
class ConjugacyClasses {
 public:
  /// @param symmetries  must outlive this object
  /// @param poll        called every few thousand elements; may throw
  /// @throws std::length_error  more than 65536 classes
  /// @cost  A step per element and generator; two bytes and one bit per code, and the queue. 3x3: 70 ms, 8 MB.
  ///        2x5: 2.2 s, 300 MB.
  explicit ConjugacyClasses(const Symmetries& symmetries, const Poll& poll = {});

  struct Class {
    GridMap representative;  ///< the member with the least code
    std::uint64_t size = 0;
  };

  /// Returns the classes in the order of the codes of the representatives: the identity first, transposing elements
  /// last.
  const std::vector<Class>& classes() const { return classes_; }

  /// Returns the place of an element's class in the list.
  ///
  /// @throws std::out_of_range  not an element of the group
  std::size_t class_of(Code code) const;

 private:
  const Symmetries* symmetries_;
  std::vector<Class> classes_;
  std::vector<std::uint16_t> class_of_;  ///< by code
};

}  // namespace gridcensus::burnside_bfs
