/// A predicate: a Boolean expression about an object.
package indirect enum Predicate: Sendable, Hashable {
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  case constant(Bool)

  case comparison(Comparison)

  /// True if all operands are; true if there are none.
  case and([Predicate])

  /// True if any operand is; false if there are none.
  case or([Predicate])

  case not(Predicate)
}
