import ManagedModel

/// Finds, for each named thing of a new version, the thing of the old version that it comes from.
///
/// The first name of a thing is its canonical name: its renaming identifier if it has one, else its
/// name. Things with the same canonical name are the same, so that a chain of renames leads from the
/// first version to the last directly. Identifiers that name the preceding version instead, which are common, are
/// accepted as well, where nothing else claims the name. Between versions of which only the old one has an
/// identifier, a name that both have counts.
struct RenamingMatch {
  /// A thing with its names.
  struct Candidate {
    var name: String
    var renamingIdentifier: String?

    /// The kind, which never changes: only things of the same kind correspond.
    var kind: Int

    var canonicalName: String { explicitIdentifier ?? name }

    fileprivate var explicitIdentifier: String? {
      guard let renamingIdentifier, !renamingIdentifier.isEmpty else { return nil }
      return renamingIdentifier
    }
  }

  /// For each new thing the position of the old one, or nil for what is new.
  private(set) var sources: [Int?]

  private var isTaken: [Bool]
  private let new: [Candidate]

  init(from old: [Candidate], to new: [Candidate]) {
    self.new = new
    sources = Array(repeating: nil, count: new.count)
    isTaken = Array(repeating: false, count: old.count)
    let names = Self.positions(old, by: \.name)
    let canonicalNames = Self.positions(old, by: \.canonicalName)
    claim(in: names) {
      $0.name
    } where: { position, other in
      new[position].canonicalName == old[other].canonicalName
    }
    claim(in: canonicalNames) { $0.explicitIdentifier }
    claim(in: names) { $0.explicitIdentifier }
    claim(in: names) { $0.name }
    claim(in: canonicalNames) { $0.name }
  }

  private struct Key: Hashable {
    var name: String
    var kind: Int
  }

  private static func positions(
    _ candidates: [Candidate],
    by name: (Candidate) -> String
  ) -> [Key: [Int]] {
    var result: [Key: [Int]] = [:]
    for (position, candidate) in candidates.enumerated() {
      result[Key(name: name(candidate), kind: candidate.kind), default: []].append(position)
    }
    return result
  }

  /// Matches each new thing without a source with the first unclaimed old one of the same name.
  private mutating func claim(
    in positions: [Key: [Int]],
    name: (Candidate) -> String?,
    where condition: (Int, Int) -> Bool = { _, _ in true }
  ) {
    for (position, candidate) in new.enumerated() where sources[position] == nil {
      guard let name = name(candidate),
        let found = positions[Key(name: name, kind: candidate.kind)]?.first(where: {
          !isTaken[$0] && condition(position, $0)
        })
      else { continue }
      isTaken[found] = true
      sources[position] = found
    }
  }
}
