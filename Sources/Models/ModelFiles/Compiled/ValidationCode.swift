/// The error codes of `CoreDataErrors.h` that stand for the warnings of validation predicates.
package enum ValidationCode: Int64 {
  case numberTooLarge = 1610
  case numberTooSmall = 1620
  case dateTooLate = 1630
  case dateTooSoon = 1640
  case stringTooLong = 1660
  case stringTooShort = 1670
  case stringPatternMatching = 1680
}
