#pragma once

#include "host/verify/verify.hpp"

#include <string>

namespace gridcensus::host::verify {

/// Returns the certificate of a ledger, for attachment to a paper: each concluded run with its origin, its units in a
/// chain of hashes, their sum, and the formulas of the outcomes. `check_certificate.py` checks it without this program.
///
/// Canonical text is JSON without blanks, with sorted members. A run's chain begins with the SHA-256 of the canonical
/// text of all members under "origin". Each link is the SHA-256 of the previous link, as hexadecimal digits, followed
/// by the canonical text of the next unit; the end is that of the last link and the canonical text of "conclusion".
///
/// @param verified  the result of verifying these tables; no check failed
/// @return          the document, with a newline at its end. The same ledger gives the same document.
std::string certificate(const Tables& tables, const Verified& verified);

}  // namespace gridcensus::host::verify
