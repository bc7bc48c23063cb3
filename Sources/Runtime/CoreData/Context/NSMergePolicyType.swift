/// The way in which conflicts are resolved.
public enum NSMergePolicyType: UInt, Sendable {
  /// Not at all: saving fails.
  case errorMergePolicyType = 0
  /// Property by property; where both sides have changed a property, what is in the store wins.
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  /// Property by property; where both sides have changed a property, what is in memory wins.
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  /// The whole object in memory is written over what is in the store.
  case overwriteMergePolicyType = 3
  /// The changes in memory are dropped.
  case rollbackMergePolicyType = 4
}
