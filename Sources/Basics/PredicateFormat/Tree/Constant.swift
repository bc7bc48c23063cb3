/// A literal.
package enum Constant: Sendable, Hashable {
  /// `nil`, `NULL`
  case null

  /// `TRUE`, `YES`, `FALSE`, `NO`
  case boolean(Bool)

  /// `42`, `0x2A`, `0o52`, `0b101010`
  case integer(Int64)

  /// `4.2`, `42e-1`
  case real(Double)

  /// An integer that overflows 64 bits, as decimal digits, with `-` if it is negative.
  case decimal(String)

  case string(String)
}
