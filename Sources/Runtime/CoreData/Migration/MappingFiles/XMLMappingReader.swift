import Foundation
import ModelFiles
import PredicateFormat

/// Reads the `xcmapping.xml` of a mapping model (`.xcmappingmodel`).
///
/// All objects are reached from that of the whole model by the relationships of the dump; others are leftovers of
/// Xcode's editing, and meaningless. The file contains only what an author has changed: an attribute mapping with
/// nothing but its name is for the attribute of the same name. The types of the mappings are usually left undefined.
struct XMLMappingReader {
  private enum ObjectType {
    static let model = "XDDEVMAPPINGMODEL"
    static let entity = "XDDEVENTITYMAPPING"
    static let attribute = "XDDEVATTRIBUTEMAPPING"
    static let relationship = "XDDEVRELATIONSHIPMAPPING"
  }

  private let dump: ObjectDump

  /// The objects that were visited: each must be part of one other, so that small files cannot expand without limit.
  private var reached: Set<String> = []

  static func read(_ bytes: [UInt8]) throws(MappingFileError) -> MappingFile {
    var reader = Self(dump: try ObjectDump(bytes))
    return try reader.file()
  }

  private init(dump: ObjectDump) {
    self.dump = dump
  }

  private mutating func file() throws(MappingFileError) -> MappingFile {
    let roots = dump.identifiers.compactMap { dump.objects[$0] }.filter {
      $0.type == ObjectType.model
    }
    guard let root = roots.first, roots.count == 1 else {
      throw MappingFileError("it contains \(roots.count) mapping models instead of one")
    }
    var file = MappingFile()
    file.source = try outline("sourcemodeldata", of: root)
    file.destination = try outline("destinationmodeldata", of: root)
    var numbered: [(number: Int, entity: MappedEntity)] = []
    for object in try parts("entitymappings", of: root, ObjectType.entity) {
      let number = object.attributes["mappingnumber"].flatMap { Int($0) } ?? .max
      if let entity = try entity(object) { numbered.append((number, entity)) }
    }
    // The sort is stable: mappings without a number are last, in the order of the file.
    file.entities = numbered.sorted { $0.number < $1.number }.map(\.entity)
    return file
  }

  /// The destinations of a relationship.
  private mutating func parts(
    _ relationship: String,
    of object: ObjectDump.Object,
    _ type: String
  ) throws(MappingFileError) -> [ObjectDump.Object] {
    var parts: [ObjectDump.Object] = []
    for identifier in object.relationships[relationship] ?? [] {
      guard let part = dump.objects[identifier], part.type == type else {
        throw MappingFileError(
          "'\(relationship)' refers to '\(identifier)', which is not of type \(type)"
        )
      }
      guard reached.insert(identifier).inserted else {
        throw MappingFileError("the object '\(identifier)' is part of several others")
      }
      parts.append(part)
    }
    return parts
  }

  // MARK: Mappings

  private mutating func entity(
    _ object: ObjectDump.Object
  ) throws(MappingFileError) -> MappedEntity? {
    var entity = MappedEntity()
    entity.source = text("sourcename", of: object).map { .init(name: $0) }
    entity.destination = text("destinationname", of: object).map { .init(name: $0) }
    entity.name = text("name", of: object)
    entity.type = Self.type(text("mappingtypename", of: object))
    entity.policyClass = text("migrationpolicyclassname", of: object)
    entity.userInfo = try userInfo(of: object)
    entity.objects = try objects(of: object)
    for part in try parts("attributemappings", of: object, ObjectType.attribute) {
      entity.attributes.append(try property(part) { _ in .sameName })
    }
    for part in try parts("relationshipmappings", of: object, ObjectType.relationship) {
      let property = try property(part) { (part) throws(MappingFileError) in
        .counterparts(
          path: try Self.path(text("sourcekeypath", of: part)),
          mapping: text("sourcemappingname", of: part)
        )
      }
      entity.relationships.append(property)
    }
    return entity.source == nil && entity.destination == nil ? nil : entity
  }

  private static func type(_ name: String?) -> NSEntityMappingType {
    switch name?.lowercased() {
    case "custom": .customEntityMappingType
    case "add": .addEntityMappingType
    case "remove": .removeEntityMappingType
    case "copy": .copyEntityMappingType
    case "transform": .transformEntityMappingType
    default: .undefinedEntityMappingType
    }
  }

  private func objects(
    of object: ObjectDump.Object
  ) throws(MappingFileError) -> MappedEntity.Objects {
    if let expression = try expression("sourceexpression", of: object) {
      return .expression(expression)
    }
    let filter = text("sourcefilterpredicatestring", of: object)
    if let filter { try Self.check(filter) }
    return .matching(filter)
  }

  private static func check(_ filter: String) throws(MappingFileError) {
    do {
      _ = try PredicateNode(parsing: filter, allowsArguments: false)
    } catch {
      throw MappingFileError("the filter \"\(filter)\" is not a predicate: \(error.message)")
    }
  }

  private func property(
    _ object: ObjectDump.Object,
    _ generated: (ObjectDump.Object) throws(MappingFileError) -> MappedProperty.Value
  ) throws(MappingFileError) -> MappedProperty {
    guard let name = text("name", of: object) else {
      throw MappingFileError("the mapping of a property has no 'name'")
    }
    let value: MappedProperty.Value
    if let expression = try expression("valueexpression", of: object) {
      value = .expression(expression)
    } else {
      let isGenerated = text("autogenerateexpression", of: object) != "0"
      value = isGenerated ? try generated(object) : .none
    }
    return MappedProperty(name: name, value: value, userInfo: try userInfo(of: object))
  }

  /// A path of the old object: `$source.books`, or `books` for short.
  private static func path(_ text: String?) throws(MappingFileError) -> ExpressionNode? {
    guard let text else { return nil }
    return try parsed(text.hasPrefix("$") ? text : "$source." + text)
  }

  private static func parsed(_ text: String) throws(MappingFileError) -> ExpressionNode {
    do {
      return try ExpressionNode(parsing: text, allowsArguments: false)
    } catch {
      throw MappingFileError("\"\(text)\" is not an expression: \(error.message)")
    }
  }

  // MARK: Values

  private func text(_ name: String, of object: ObjectDump.Object) -> String? {
    object.attributes[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private func bytes(
    _ name: String,
    of object: ObjectDump.Object
  ) throws(MappingFileError) -> [UInt8]? {
    guard let text = text(name, of: object) else { return nil }
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw MappingFileError("'\(name)' is not valid base64")
    }
    return data.isEmpty ? nil : Array(data)
  }

  /// An expression: an archive, as Xcode writes it, or a text.
  private func expression(
    _ name: String,
    of object: ObjectDump.Object
  ) throws(MappingFileError) -> ExpressionNode? {
    if let bytes = try bytes(name + "data", of: object) {
      return try MappingArchive(bytes).rootExpression()
    }
    guard let text = text(name + "string", of: object) ?? text(name, of: object) else { return nil }
    return try Self.parsed(text)
  }

  private func userInfo(
    of object: ObjectDump.Object
  ) throws(MappingFileError) -> [AnyHashable: Any] {
    guard let bytes = try bytes("userinfodata", of: object) else { return [:] }
    return try MappingArchive(bytes).rootUserInfo()
  }

  private func outline(
    _ name: String,
    of object: ObjectDump.Object
  ) throws(MappingFileError) -> ModelOutline? {
    // Another program than Xcode may have written anything there, and only a choice depends on it.
    guard let bytes = try bytes(name, of: object) else { return nil }
    return ModelOutline(archivedByXcode: bytes)
  }
}
