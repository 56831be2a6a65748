// Has code of another strategy, and some of its own in a namespace that begins like the name of a third strategy.
namespace gridcensus::enumeration {
int count();
int count() { return 288; }
}  // namespace gridcensus::enumeration

namespace gridcensus::ksp_of_its_own {
int count();
int count() { return 288; }
}  // namespace gridcensus::ksp_of_its_own
