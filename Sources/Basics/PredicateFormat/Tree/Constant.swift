/// A value that stands in the text itself.
package enum Constant: Sendable, Hashable {
  /// `nil`, `NULL`
  case null

  /// `TRUE`, `YES`, `FALSE`, `NO`
  case boolean(Bool)

  /// `42`, `0x2A`, `0o52`, `0b101010`
  case integer(Int64)

  /// `4.2`, `42e-1`
  case real(Double)

  /// A whole number that no 64-bit integer holds, as decimal digits, with `-` before a negative one.
  case decimal(String)

  case string(String)
}
