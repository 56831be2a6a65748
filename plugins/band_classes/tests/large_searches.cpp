#include "band_signatures/signature_classes.hpp"

#include <gtest/gtest.h>

namespace {

using gridcensus::band_signatures::SignatureClasses;

// 6x2 and 4x3: Pettersen, forum.enjoysudoku.com (2006); 4x3 again and 3x4: Silver (2022). All three agree with
// Burnside's lemma. The search itself checks that the sizes of the classes add up.
TEST(SignatureClasses, CountEqualsThePublishedOneForLargeShapes) {
  EXPECT_EQ(SignatureClasses(3, 4).classes().size(), 2230U);
  EXPECT_EQ(SignatureClasses(4, 3).classes().size(), 144578U);
  EXPECT_EQ(SignatureClasses(6, 2).classes().size(), 63199U);
}

}  // namespace
