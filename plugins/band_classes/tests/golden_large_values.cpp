#include "band_signatures/factorisation_counter.hpp"
#include "band_signatures/signature_classes.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace gridcensus::band_signatures;

std::string decimal(UInt128 value) {
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
  while ((value /= 10) != 0);
  return digits;
}

// Pettersen (2005); recounted by Lin (2026), whose first moment is b(5,2).
TEST(FiveByTwo, BandsAndGrids) {
  const SignatureClasses classes{5, 2};
  const FactorisationCounter counter;
  UInt128 all_bands = 0;
  UInt128 grids = 0;
  for (const SignatureClass& signature_class : classes.classes()) {
    const UInt128 bands = counter.count(classes.columns(signature_class));
    all_bands += classes.signatures(signature_class) * bands;
    grids += classes.signatures(signature_class) * bands * bands;
  }
  EXPECT_EQ(decimal(all_bands), "1388348372994018508800");
  EXPECT_EQ(decimal(grids), "1903816047972624930994913280000");
}

// OEIS A002860.
TEST(NineByOne, LatinSquares) {
  const SignatureClasses classes{9, 1};
  EXPECT_EQ(decimal(FactorisationCounter{}.count(classes.columns(classes.classes().front()))),
            "5524751496156892842531225600");
}

}  // namespace
