import Foundation
import PropertyLists

/// A compiled mapping model with one mapping, in different spellings of its keys.
enum CompiledMapping {
  typealias Parts = ArchivedParts

  /// A spelling of the keys.
  struct Spelling: Sendable {
    var prefix = "NS"
    var entity = "Entity"

    static let all = [
      Spelling(), Spelling(prefix: "_", entity: ""), Spelling(prefix: "", entity: "entity"),
    ]

    func key(_ words: String) -> String { prefix + words }
  }

  static func bytes(
    _ spelling: Spelling = Spelling(),
    source: (name: String, hash: Data) = ("KennelPerson", Data([1])),
    destination: (name: String, hash: Data) = ("KennelMember", Data([2]))
  ) -> [UInt8] {
    Parts.bytes { parts in
      let entity = parts.object(
        ["NSEntityMapping", "NSObject"],
        [
          spelling.key("MappingType"): .plain(.integer(5)),
          spelling.key("Source\(spelling.entity)Name"): parts.text(source.name),
          spelling.key("Source\(spelling.entity)VersionHash"): parts.data(Array(source.hash)),
          spelling.key("Destination\(spelling.entity)Name"): parts.text(destination.name),
          spelling.key("Destination\(spelling.entity)VersionHash"):
            parts.data(Array(destination.hash)),
          spelling.key("MappingName"): parts.text("People"),
          spelling.key("EntityMigrationPolicyClassName"): parts.text("KennelPolicy"),
          spelling.key("SourceExpression"): .object(request(&parts)),
          spelling.key("AttributeMappings"): attributes(&parts, spelling),
          spelling.key("RelationshipMappings"): parts.array([]),
          spelling.key("UserInfo"): .object(parts.dictionary(["a": "b"])),
        ]
      )
      return parts.object(
        ["NSMappingModel", "NSObject"],
        [spelling.key("EntityMappings"): parts.array([entity])]
      )
    }
  }

  private static func attributes(
    _ parts: inout Parts,
    _ spelling: Spelling
  ) -> KeyedArchiveBuilder.Field {
    let name = parts.object(
      ["NSPropertyMapping", "NSObject"],
      [
        spelling.key("Name"): parts.text("fullName"),
        spelling.key("ValueExpression"): .object(parts.source("name")),
      ]
    )
    let silent = parts.object(
      ["NSPropertyMapping", "NSObject"],
      [spelling.key("Name"): parts.text("note")]
    )
    return parts.array([name, silent])
  }

  /// The execution of the request made by `fetchRequestForSourceEntityNamed:predicateString:`.
  private static func request(_ parts: inout Parts) -> Parts.Reference {
    let call = parts.function(
      parts.variable("manager"),
      "fetchRequestForSourceEntityNamed:predicateString:",
      [parts.constant("KennelPerson"), parts.constant("age > 1")]
    )
    let context = parts.function(parts.variable("manager"), "sourceContext", [])
    return parts.object(
      ["NSFetchRequestExpression", "NSExpression", "NSObject"],
      [
        "NSManagedObjectContext": .object(context), "NSFetchRequest": .object(call),
        "NSExpressionType": .plain(.integer(50)), "NSCountOnly": .plain(.boolean(false)),
      ]
    )
  }
}
