import ManagedModel

/// The switches of an archived fetch request (`NSFetchRequestFlags`).
///
/// A model file can set the four that are on by default to 'YES' or omit them, with the same meaning. So they are
/// written with their defaults, and omitted on reading. The assignment of the bits
/// is partly inferred: the bits 2 and 8 are `includesSubentities` and `returnsObjectsAsFaults` in an
/// unknown order.
struct FetchRequestFlags: OptionSet {
  let rawValue: Int

  static let returnsDistinctResults = Self(rawValue: 1)
  static let includesPropertyValues = Self(rawValue: 4)
  static let includesPendingChanges = Self(rawValue: 16)

  /// The default flags of a request.
  ///
  /// Dictionaries cannot show pending changes, and object IDs have no values.
  static func standard(for type: FetchResultType) -> Self {
    let all = Self(rawValue: 30)
    return switch type {
    case .managedObject, .count: all
    case .managedObjectID: all.subtracting(.includesPropertyValues)
    case .dictionary: all.subtracting(.includesPendingChanges)
    }
  }
}

/// Keys of an archived fetch request.
enum FetchRequestKey {
  /// The properties of a fetch request that exist in code but not in a model file.
  static let alwaysEmpty = [
    "NSSortDescriptors", "NSHavingPredicate", "NSValuesToFetch", "NSValuesToGroupBy",
    "NSRelationshipKeyPathsForPrefetching",
  ]
}
