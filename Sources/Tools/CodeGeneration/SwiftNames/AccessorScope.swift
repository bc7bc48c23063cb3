import ManagedModel

/// Two properties for which generated code would declare one accessor twice.
struct AccessorClash {
  /// The accessor's name, as Objective-C or Swift knows it.
  var accessor: String

  /// The property that has it already.
  var other: String
}

/// The names that accessors of an entity's properties have.
///
/// Every property has a setter, `setName:`, and an attribute `primitiveName`; a to-many relationship has
/// `addName:`, `addNameObject:` and the like, and with the set `mogenerator` `nameSet()`. All are made from
/// the name with its first letter upper-cased, so two properties clash if they differ in that letter alone,
/// or if one is named like an accessor of the other.
struct AccessorScope {
  private struct Owner {
    var name: String
    var isToMany: Bool
    var isAttribute: Bool
  }

  /// The parts of the accessors that depend on the name alone; the same for all properties of that name.
  struct Stem {
    fileprivate let name: String
    fileprivate let suffix: String

    /// Whether the name itself could be an accessor's.
    fileprivate let isLikeAccessor: Bool

    init(_ identifier: SwiftIdentifier) {
      name = identifier.bare
      suffix = identifier.suffix
      isLikeAccessor =
        identifier.bare.hasPrefix(AccessorScope.primitive)
        || AccessorScope.endings.contains { identifier.bare.hasSuffix($0) }
    }
  }

  /// The properties by their names with the first letter upper-cased.
  private var owners: [String: Owner] = [:]

  /// Whether a property has a name that could be an accessor's, so that it is worth looking for.
  private var hasAccessorLikeNames = false

  /// Makes room for so many properties more.
  mutating func expect(_ count: Int) {
    owners.reserveCapacity(owners.count + count)
  }

  /// Notes a property.
  ///
  /// - Returns: What it clashes with, if it does.
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

  /// Endings that an accessor of a to-many relationship adds to the name.
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

  /// The thing that is named like an accessor of the property.
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

  /// The accessor that a to-many relationship shares with a property whose name is its own and an ending.
  private static func accessor(
    _ ending: String,
    ofToMany relationship: Owner,
    named other: Owner
  ) -> String? {
    if ending == "Set" {
      // A method of Swift, whose name is not changed.
      return other.name == relationship.name + ending ? other.name + "()" : nil
    }
    // Selectors of Objective-C: both have `add…:` or `remove…:`.
    let suffix = SwiftIdentifier(near: other.name).suffix
    return other.isToMany ? (ending == "Object" ? "add\(suffix):" : "remove\(suffix):") : nil
  }
}
