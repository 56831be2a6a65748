#pragma once

#include "gridcensus/quantity.hpp"

/// The quantities that are counted here in addition to those that the SDK declares.
namespace gridcensus::grid_shuffle {

inline const Quantity shuffle_options{
    {.name = "shuffle_options",
     .definition =
         "Combinations of the chosen moves (of labels, rows, columns, bands, stacks, transposition): the order "
         "of the group that they generate.",
     .unit = "combinations"}};

inline const Quantity stabiliser_order{{.name = "stabiliser_order",
                                        .definition = "Combinations of the chosen moves that give the given grid back.",
                                        .unit = "combinations"}};

inline const Quantity orbit_size{{.name = "orbit_size",
                                  .definition = "Different grids that the chosen moves make of the given grid.",
                                  .unit = "grids"}};

inline const Quantity returning_sequences{
    {.name = "returning_sequences",
     .definition = "Sequences of so many exchanges of two labels, of two rows of a band and of two columns of a stack "
                   "that give the given grid back.",
     .unit = "sequences"}};

}  // namespace gridcensus::grid_shuffle
