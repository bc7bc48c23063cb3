import ManagedModel
import ModelComparison
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration
import StoreSamples

/// Migrates a store that is full of values and connections, and finds what it has lost.
struct ActualLosses {
  /// A part of the old version.
  enum Part: Hashable {
    case entity(Int)
    case property(PropertyLocation)
  }

  let correspondence: ModelCorrespondence

  /// The losses in objects that still exist; of a relationship and its inverse the one that comes
  /// first, if neither has the connection any more.
  private(set) var parts: Set<Part> = []

  /// The losses, including connections that only the inverse still has.
  private(set) var ownParts: Set<Part> = []

  /// The losses, including those of deleted objects.
  private(set) var allParts: Set<Part> = []

  /// The values that differ from those expected, apart from losses.
  private(set) var faults: [String] = []

  /// The messages about losses that the migration expected in this store.
  private(set) var foreseen: [String] = []

  private var before: ConnectedContent
  private var after: ConnectedContent

  /// - Throws: `StoreMigrationError` if the store cannot be migrated.
  init(from old: Model, to new: Model) throws {
    let (source, target) = (StoredModel(old), StoredModel(new))
    correspondence = ModelCorrespondence(from: ResolvedModel(old), to: ResolvedModel(new))
    let file = try StoreFile(of: source, isFilled: false)
    let schema = SQLiteSchema(source.mapping)
    let connection = try file.open()
    defer { connection.close() }
    try connection.transaction {
      var filling = ConnectedFilling(schema: schema, database: connection)
      try filling.fill()
    }
    before = try ConnectedContent(schema: schema, database: connection)
    faults = before.dangling.map { "before: \($0)" }
    let migration = StoreMigration(to: target, losses: .all, verification: .everything)
    foreseen =
      try migration.outline(of: connection)?.losses.filter { loss in
        try loss.query.map { try !connection.rows($0).isEmpty } ?? true
      }.map(\.sentence) ?? []
    let report = try migration.run(on: connection)
    after = try ConnectedContent(
      schema: report?.outline.new ?? schema,
      database: connection
    )
    faults += after.dangling
    for object in before.objects.sorted() { compare(object) }
  }

  /// The successor of an old object; nil if it is gone.
  private func heir(_ object: ConnectedContent.Object) -> ConnectedContent.Object? {
    guard let entity = correspondence.newEntity(of: object.entity) else { return nil }
    return ConnectedContent.Object(entity: entity, key: object.key)
  }

  /// The part that a property stands for: of a relationship and its inverse the one that comes first.
  func part(_ location: PropertyLocation) -> Part {
    guard let inverse = correspondence.old.entities[location.entity].ends[location.property].inverse
    else { return .property(location) }
    let isFirst =
      (location.entity, location.property) <= (inverse.entity, inverse.property)
    return .property(isFirst ? location : inverse)
  }

  /// The end of a relationship that comes first; any other part itself.
  func firstEnd(_ part: Part) -> Part {
    if case .property(let location) = part { self.part(location) } else { part }
  }

  private mutating func lose(_ location: PropertyLocation, isKept: Bool = false) {
    ownParts.insert(.property(location))
    allParts.insert(.property(location))
    if !isKept { parts.insert(part(location)) }
  }

  private mutating func compare(_ object: ConnectedContent.Object) {
    guard let heir = heir(object) else {
      parts.insert(.entity(object.entity))
      allParts.insert(.entity(object.entity))
      ownParts.insert(.entity(object.entity))
      let locations =
        Array(before.values[object, default: [:]].keys)
        + Array(before.connections[object, default: [:]].keys)
      for location in locations { allParts.insert(.property(location)) }
      return
    }
    guard after.objects.contains(heir) else {
      faults.append("\(correspondence.old.entities[object.entity].name) \(object.key) is gone")
      return
    }
    for (location, value) in before.values[object, default: [:]] {
      let successor = successor(of: location, in: heir.entity)
      let found = successor.flatMap { after.values[heir]?[$0] }
      if found.map({ $0.means(value) }) != true { lose(location) }
    }
    for (location, members) in before.connections[object, default: [:]] {
      compare(members, of: object, at: location, heir)
    }
  }

  private func successor(of location: PropertyLocation, in entity: Int) -> PropertyLocation? {
    let new = correspondence.new
    return new.allProperties(of: new.entities[entity]).first {
      correspondence.source(of: $0, in: entity) == location
    }
  }

  private mutating func compare(
    _ members: [ConnectedContent.Object],
    of object: ConnectedContent.Object,
    at location: PropertyLocation,
    _ heir: ConnectedContent.Object
  ) {
    let kept = members.compactMap { self.heir($0) }
    if kept.count < members.count { allParts.insert(.property(location)) }
    let own = successor(of: location, in: heir.entity)
    let found = own.map { after.connections[heir]?[$0] ?? [] }
    let inverse = correspondence.old.entities[location.entity].ends[location.property].inverse
    for member in kept where found?.contains(member) != true {
      // The other end may be the only remaining one.
      let back = inverse.flatMap { successor(of: $0, in: member.entity) }
      let isKept = back.map { after.connections[member]?[$0]?.contains(heir) == true } == true
      if !isKept || own != nil { lose(location, isKept: isKept) }
    }
    guard kept.count > 1, isOrdered(correspondence.old, location) else { return }
    guard let own, isOrdered(correspondence.new, own) else { return lose(location) }
    if kept.filter({ found?.contains($0) == true }) != found?.filter(kept.contains) {
      lose(location)
    }
  }

  private func isOrdered(_ model: ResolvedModel, _ location: PropertyLocation) -> Bool {
    model.property(at: location).relationship?.isOrdered == true
  }
}

extension SQLValue {
  /// Whether two values are equal for an object, although they may be stored differently.
  fileprivate func means(_ other: Self) -> Bool {
    switch (self, other) {
    case (.integer(let one), .real(let two)), (.real(let two), .integer(let one)):
      Int64(exactly: two) == one
    default: self == other
    }
  }
}
