import Foundation
import PropertyLists

/// Reads compiled mapping models (`.cdm`): archives of an `NSMappingModel`.
///
/// The keys of the archived properties are not documented. Only the properties themselves are known, so a key is
/// recognized by the words in its name (`source` and `name`, `policy`, …), in any spelling.
struct ArchivedMappingReader {
  private var archive: MappingArchive

  /// The objects that were visited: each must be part of one other, so that small files cannot expand without limit.
  private var reached: Set<Int> = []

  static func read(_ bytes: [UInt8]) throws(MappingFileError) -> MappingFile {
    var reader = Self(archive: try MappingArchive(bytes))
    return try reader.file()
  }

  private init(archive: MappingArchive) {
    self.archive = archive
  }

  private mutating func file() throws(MappingFileError) -> MappingFile {
    let root = try archive.root()
    guard root.isKind(of: "NSMappingModel") else {
      throw MappingFileError("it contains an object of \(root.class.name), not a mapping model")
    }
    var file = MappingFile()
    for object in try parts("NSEntityMapping", try collection(of: "NSEntityMapping", in: root)) {
      file.entities.append(try entity(object))
    }
    return file
  }

  /// The list of mappings; the dictionary by their names may be archived beside it.
  private func collection(
    of type: String,
    in root: ArchivedObject
  ) throws(MappingFileError) -> ArchivedObject? {
    try MappingArchive.reading { () throws(KeyedArchiveError) in
      for field in root.fields.entries where !field.key.hasPrefix("$") {
        guard let list = try root.value(field.key)?.object, list.isKind(of: "NSArray"),
          try list.elements().first?.object?.isKind(of: type) ?? false
        else { continue }
        return list
      }
      return nil
    }
  }

  private mutating func parts(
    _ type: String,
    _ collection: ArchivedObject?
  ) throws(MappingFileError) -> [ArchivedObject] {
    guard let collection else { return [] }
    let elements = try MappingArchive.reading { () throws(KeyedArchiveError) in
      try collection.elements()
    }
    var parts: [ArchivedObject] = []
    for element in elements {
      guard let part = element.object, part.isKind(of: type) else {
        throw MappingFileError("a list of mappings contains \(element.kindName)")
      }
      guard reached.insert(part.number).inserted else {
        throw MappingFileError("\(part.label) is part of several others")
      }
      parts.append(part)
    }
    return parts
  }

  // MARK: Mappings

  private mutating func entity(
    _ object: ArchivedObject
  ) throws(MappingFileError) -> MappedEntity {
    var entity = MappedEntity()
    entity.name = try text(
      "name",
      without: ["source", "destination", "policy", "class"],
      of: object
    )
    entity.type = try type(of: object)
    entity.source = try end("source", of: object)
    entity.destination = try end("destination", of: object)
    entity.policyClass = try text("policy", of: object)
    if let expression = try value("expression", of: object)?.object {
      entity.objects = .expression(try archive.expression(expression))
    }
    entity.attributes = try properties("attribute", of: object)
    entity.relationships = try properties("relationship", of: object)
    entity.userInfo = try userInfo(of: object)
    return entity
  }

  private func type(of object: ArchivedObject) throws(MappingFileError) -> NSEntityMappingType {
    guard case .plain(.integer(let number))? = try value("type", of: object) else {
      return .undefinedEntityMappingType
    }
    return UInt(exactly: number).flatMap(NSEntityMappingType.init) ?? .undefinedEntityMappingType
  }

  private func end(
    _ side: String,
    of object: ArchivedObject
  ) throws(MappingFileError) -> MappedEntity.End? {
    guard let name = try text(side, "name", of: object) else { return nil }
    guard let value = try value(side, "hash", of: object) else { return .init(name: name) }
    let hash = try MappingArchive.reading { () throws(KeyedArchiveError) in try value.data }
    return .init(name: name, hash: hash.map { Data($0) })
  }

  private mutating func properties(
    _ kind: String,
    of object: ArchivedObject
  ) throws(MappingFileError) -> [MappedProperty] {
    var properties: [MappedProperty] = []
    for part in try parts("NSPropertyMapping", try value(kind, of: object)?.object) {
      guard let name = try text("name", of: part) else {
        throw MappingFileError("\(part.label) has no name")
      }
      let expression = try value("expression", of: part)?.object
      properties.append(
        MappedProperty(
          name: name,
          value: try expression.map { (object) throws(MappingFileError) in
            .expression(try archive.expression(object))
          } ?? .none,
          userInfo: try userInfo(of: part)
        )
      )
    }
    return properties
  }

  private mutating func userInfo(
    of object: ArchivedObject
  ) throws(MappingFileError) -> [AnyHashable: Any] {
    guard let value = try value("userinfo", of: object) else { return [:] }
    return try archive.userInfo(value)
  }

  // MARK: Keys

  private func text(
    _ words: String...,
    without others: [String] = [],
    of object: ArchivedObject
  ) throws(MappingFileError) -> String? {
    guard let value = try value(words, without: others, of: object) else { return nil }
    let text = try MappingArchive.reading { () throws(KeyedArchiveError) in try value.string }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func value(
    _ words: String...,
    of object: ArchivedObject
  ) throws(MappingFileError) -> ArchivedValue? {
    try value(words, without: [], of: object)
  }

  /// The value of the first key whose name contains all of the words and none of the others.
  private func value(
    _ words: [String],
    without others: [String],
    of object: ArchivedObject
  ) throws(MappingFileError) -> ArchivedValue? {
    let key = object.fields.entries.lazy.map(\.key).first { key in
      let name = key.lowercased()
      return !name.hasPrefix("$") && words.allSatisfy(name.contains)
        && !others.contains(where: name.contains)
    }
    guard let key else { return nil }
    return try MappingArchive.reading { () throws(KeyedArchiveError) in try object.value(key) }
  }
}
