import ManagedModel
import Parallelism

/// An entity that was read before the elements in front of it.
struct EarlyEntity: Sendable {
  var entity: Entity
  var findings: ReadingSession.Findings
}

/// Reading of the parts of a file on several threads.
///
/// Each thread parses parts and reads their entities. The other children of the root are read by the caller, in the
/// order of the file, in which it also takes over the entities and their problems.
extension ContentsReader {
  /// The readers of all parts of a file, or nil if it must be read as a whole.
  static func concurrentReaders(of bytes: [UInt8]) -> [Self]? {
    let ranges = FileParts.ranges(of: bytes)
    guard ranges.count > 1 else { return nil }
    XMLReader.prepareForThreads()
    let readers = ranges.concurrentMap(ofLong: { range in
      Self(range, of: bytes, NameSuggestions(forOneOf: ranges.count))
    }).compactMap(\.self)
    return readers.count == ranges.count ? readers : nil
  }

  private init?(_ part: Range<Int>, of bytes: [UInt8], _ suggestions: NameSuggestions) {
    guard let document = XMLReader.read(part, of: bytes, inside: "model") else { return nil }
    self.init(document: document, bytes: bytes)
    session.findings = ReadingSession.Findings(suggestions)
    readEntitiesEarly()
    session.findings = ReadingSession.Findings()
    let isInside = part.lowerBound > 0 && part.upperBound < bytes.count
    if isInside, hasOnlyEarlyEntities { session.document = XMLDocument() }
    earlyEntities.reverse()
  }

  private mutating func readEntitiesEarly() {
    guard let root = session.document.root else { return }
    earlyEntities.reserveCapacity(session.document.childCount(of: root))
    for child in session.document.children(of: root)
    where child.kind == .element && session.document.name(of: child) == "entity" {
      let entity = readEntity(child)
      earlyEntities.append(EarlyEntity(entity: entity, findings: session.findings.split()))
    }
  }

  /// Whether this part of the file has nothing but entities that need not be read again.
  private var hasOnlyEarlyEntities: Bool {
    guard let root = session.document.root else { return true }
    return earlyEntities.count == session.document.childCount(of: root)
      && !earlyEntities.contains { $0.findings.hasSearches }
  }

  /// Takes over the next entity that was read early, with its problems.
  ///
  /// It is nil if there is none, or if the allowance for suggestions is used up, so that the entity must be read again.
  mutating func nextEarlyEntity() -> Entity? {
    guard let early = earlyEntities.popLast(), session.findings.add(early.findings) else {
      return nil
    }
    return early.entity
  }
}
