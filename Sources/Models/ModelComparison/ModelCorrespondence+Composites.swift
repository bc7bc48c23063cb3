import ManagedModel

// Members of composites correspond as properties do: by their names, and by renaming identifiers where names differ.

extension ModelCorrespondence {
  /// Finds the member of an old composite from which a member of the new one takes its values.
  package static func source(
    of member: Attribute,
    in new: Composite,
    from old: Composite
  ) -> Attribute? {
    let match = RenamingMatch(
      from: old.attributes.map(\.candidate),
      to: new.attributes.map(\.candidate)
    )
    guard let position = new.attributes.firstIndex(where: { $0.name == member.name }) else {
      return nil
    }
    return match.sources[position].map { old.attributes[$0] }
  }

  /// The names that lead to the member of an old composite attribute from which one of a new
  /// attribute takes its values.
  ///
  /// - Parameters:
  ///   - path: The names that lead to the member, from the outermost inwards.
  ///   - location: The new attribute.
  ///   - source: The old attribute.
  /// - Returns: nil for a new member.
  package func sourcePath(
    ofMember path: [String],
    of location: PropertyLocation,
    from source: PropertyLocation
  ) -> [String]? {
    var names: [String] = []
    var after = new.property(at: location).attribute?.compositeName
    var before = old.property(at: source).attribute?.compositeName
    for name in path {
      guard let composite = after.flatMap(new.composite),
        let former = before.flatMap(old.composite),
        let member = composite.attributes.first(where: { $0.name == name }),
        let found = Self.source(of: member, in: composite, from: former)
      else { return nil }
      names.append(found.name)
      after = member.compositeName
      before = found.compositeName
    }
    return names
  }
}

extension Attribute {
  fileprivate var candidate: RenamingMatch.Candidate {
    RenamingMatch.Candidate(name: name, renamingIdentifier: renamingIdentifier, kind: 0)
  }
}
