/// The hashes of a model's composites, computed from those of their members.
///
/// How Core Data includes members in version hashes is not established (see ``HashDoubt/composite(property:)``).
/// Members are columns of a store, so a version with other members must not accept a store of this one.
struct CompositeHashes {
  private var hashes: [String: [UInt8]] = [:]

  /// Hashes each composite after those that it contains, without recursion: a file decides how deeply composites nest.
  ///
  /// A composite that contains itself, which no store can have, has no hash.
  init(_ model: ResolvedModel) {
    let composites = model.model.composites
    var users: [String: [Int]] = [:]
    var missing: [Int] = []
    for (index, composite) in composites.enumerated() {
      let inner = Set(composite.attributes.compactMap(\.innerComposite))
        .filter { model.composite(named: $0) != nil }
      for name in inner { users[name, default: []].append(index) }
      missing.append(inner.count)
    }
    var ready = composites.indices.filter { missing[$0] == 0 }
    while let index = ready.popLast() {
      let composite = composites[index]
      // Of two composites with the same name the first counts, as everywhere.
      guard hashes[composite.name] == nil else { continue }
      hashes[composite.name] = hash(of: composite)
      for user in users[composite.name] ?? [] {
        missing[user] -= 1
        if missing[user] == 0 { ready.append(user) }
      }
    }
  }

  private func hash(of composite: Composite) -> [UInt8] {
    var input = HashInput()
    let members = composite.attributes.filter { !$0.isTransient }
      .sorted { $0.name.precedesByCodePoint($1.name) }
    for member in members {
      if let hash = PropertyHash(.attribute(member), self) { input.append(hash.bytes) }
    }
    return input.hash
  }

  /// The hash of the composite of an attribute; nil if it has none.
  subscript(attribute: Attribute) -> [UInt8]? {
    attribute.innerComposite.flatMap { hashes[$0] }
  }
}

extension Attribute {
  /// The name of the composite that the attribute consists of.
  fileprivate var innerComposite: String? { type == .composite ? compositeName : nil }
}
