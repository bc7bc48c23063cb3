import ManagedModel

/// Two properties for which generated code would declare one accessor twice.
struct AccessorClash {
  /// The accessor's name in Objective-C or Swift.
  var accessor: String

  /// The property that already has the accessor.
  var other: String
}

/// The names of the accessors of an entity's properties.
///
/// Every property has a setter, `setName:`, and an attribute `primitiveName`; a to-many relationship has
/// `addName:`, `addNameObject:` and so on, and with the set `mogenerator` `nameSet()`. All are derived from
/// the name with its first letter capitalized, so two properties clash if they differ only in the case of that letter,
/// or if one has the name of an accessor of the other.
struct AccessorScope {
  private struct Owner {
    var name: String
    var isToMany: Bool
    var isAttribute: Bool
  }

  /// The parts of the accessors that depend on the name only, shared by all properties with that name.
  struct Stem {
    fileprivate let name: String
    fileprivate let suffix: String

    /// Whether the name itself could be that of an accessor.
    fileprivate let isLikeAccessor: Bool

    init(_ identifier: SwiftIdentifier) {
      name = identifier.bare
      suffix = identifier.suffix
      isLikeAccessor =
        identifier.bare.hasPrefix(AccessorScope.primitive)
        || AccessorScope.endings.contains { identifier.bare.hasSuffix($0) }
    }
  }

  /// The properties by their names with the first letter capitalized.
  private var owners: [String: Owner] = [:]

  /// Whether a property's name could be that of an accessor, so that the search is necessary.
  private var hasAccessorLikeNames = false

  /// Reserves capacity for more properties.
  mutating func expect(_ count: Int) {
    owners.reserveCapacity(owners.count + count)
  }

  /// Adds a property.
  ///
  /// - Returns: The clash with an earlier property, if any.
  mutating func claim(for property: Property, named stem: Stem) -> AccessorClash? {
    let suffix = stem.suffix
    let owner = Owner(
      name: stem.name,
      isToMany: property.isToMany,
      isAttribute: property.isAttribute
    )
    if let other = owners.updateValue(owner, forKey: suffix) {
      owners[suffix] = other
      let accessor = owner.isToMany && other.isToMany ? "addTo\(suffix)" : "set\(suffix):"
      return AccessorClash(accessor: accessor, other: other.name)
    }
    let clash = stem.isLikeAccessor ? clash(of: owner) : nil
    let reverse = hasAccessorLikeNames ? reverseClash(of: owner, suffix) : nil
    if stem.isLikeAccessor { hasAccessorLikeNames = true }
    return clash ?? reverse
  }

  /// Suffixes that an accessor of a to-many relationship adds to the name.
  private static let endings = ["Set", "Object", "AtIndexes"]
  private static let primitive = "primitive"

  /// The owner of an accessor with the property's own name.
  private func clash(of owner: Owner) -> AccessorClash? {
    if owner.name.hasPrefix(Self.primitive),
      let other = owners[String(owner.name.dropFirst(Self.primitive.count))], other.isAttribute
    {
      return AccessorClash(accessor: owner.name, other: other.name)
    }
    for ending in Self.endings where owner.name.hasSuffix(ending) {
      let stem = SwiftIdentifier(near: String(owner.name.dropLast(ending.count))).suffix
      guard let other = owners[stem], other.isToMany else { continue }
      if let accessor = Self.accessor(ending, ofToMany: other, named: owner) {
        return AccessorClash(accessor: accessor, other: other.name)
      }
    }
    return nil
  }

  /// The property whose name is that of an accessor of this one.
  private func reverseClash(of owner: Owner, _ suffix: String) -> AccessorClash? {
    if owner.isAttribute, let other = owners["Primitive" + suffix],
      other.name == Self.primitive + suffix
    {
      return AccessorClash(accessor: other.name, other: other.name)
    }
    guard owner.isToMany else { return nil }
    for ending in Self.endings {
      if let other = owners[suffix + ending],
        let accessor = Self.accessor(ending, ofToMany: owner, named: other)
      {
        return AccessorClash(accessor: accessor, other: other.name)
      }
    }
    return nil
  }

  /// The accessor that a to-many relationship shares with a property whose name is the relationship's with a suffix.
  private static func accessor(
    _ ending: String,
    ofToMany relationship: Owner,
    named other: Owner
  ) -> String? {
    if ending == "Set" {
      // A Swift method, whose name is the unchanged name.
      return other.name == relationship.name + ending ? other.name + "()" : nil
    }
    // Objective-C selectors: both have `add…:` or `remove…:`.
    let suffix = SwiftIdentifier(near: other.name).suffix
    return other.isToMany ? (ending == "Object" ? "add\(suffix):" : "remove\(suffix):") : nil
  }
}
