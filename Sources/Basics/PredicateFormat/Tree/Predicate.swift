/// A condition that holds for an object or does not.
package indirect enum Predicate: Sendable, Hashable {
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  case constant(Bool)

  case comparison(Comparison)

  /// Holds when all of its parts hold, so always when it has none.
  case and([Predicate])

  /// Holds when one of its parts holds, so never when it has none.
  case or([Predicate])

  case not(Predicate)
}
