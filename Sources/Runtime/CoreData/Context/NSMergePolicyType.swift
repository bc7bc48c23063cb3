/// The kind of a merge policy.
public enum NSMergePolicyType: UInt, Sendable {
  /// Conflicts are not resolved: saving fails.
  case errorMergePolicyType = 0
  /// Property by property; if both sides have changed a property, the value in the store wins.
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  /// Property by property; if both sides have changed a property, the value in memory wins.
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  /// The whole object in memory overwrites the one in the store.
  case overwriteMergePolicyType = 3
  /// The changes in memory are discarded.
  case rollbackMergePolicyType = 4
}
