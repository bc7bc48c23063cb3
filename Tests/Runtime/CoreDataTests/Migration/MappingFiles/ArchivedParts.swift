import Foundation
import PropertyLists

/// Makes archives like those that Xcode and its compilers write into mapping model files.
struct ArchivedParts {
  typealias Reference = KeyedArchiveBuilder.Reference

  private(set) var builder = KeyedArchiveBuilder()
  private static let expression = ["NSExpression", "NSObject"]

  /// An object of a class, with its superclasses except the root class, and its fields.
  mutating func object(
    _ chain: [String],
    _ fields: KeyValuePairs<String, KeyedArchiveBuilder.Field>
  ) -> Reference {
    let object = builder.add(ArchivedClass(chain: chain))
    for (key, field) in fields { builder.set(key, of: object, to: field) }
    return object
  }

  mutating func text(_ text: String) -> KeyedArchiveBuilder.Field { .object(builder.add(text)) }

  mutating func data(_ bytes: [UInt8]) -> KeyedArchiveBuilder.Field {
    .object(builder.add(plain: .data(bytes)))
  }

  mutating func array(_ elements: [Reference]) -> KeyedArchiveBuilder.Field {
    .object(object(["NSArray", "NSObject"], ["NS.objects": .objects(elements)]))
  }

  mutating func dictionary(_ texts: KeyValuePairs<String, String>) -> Reference {
    let keys = texts.map { builder.add($0.key) }
    let values = texts.map { builder.add($0.value) }
    return object(
      ["NSMutableDictionary", "NSDictionary", "NSObject"],
      ["NS.keys": .objects(keys), "NS.objects": .objects(values)]
    )
  }

  // MARK: Expressions

  mutating func variable(_ name: String) -> Reference {
    object(
      ["NSVariableExpression"] + Self.expression,
      ["NSVariable": text(name), "NSExpressionType": .plain(.integer(2))]
    )
  }

  mutating func constant(_ value: String) -> Reference {
    object(
      ["NSConstantValueExpression"] + Self.expression,
      ["NSConstantValue": text(value), "NSExpressionType": .plain(.integer(0))]
    )
  }

  mutating func function(
    _ receiver: Reference,
    _ selector: String,
    _ arguments: [Reference],
    class chain: [String] = ["NSFunctionExpression"]
  ) -> Reference {
    object(
      chain + Self.expression,
      [
        "NSOperand": .object(receiver), "NSSelectorName": text(selector),
        "NSExpressionType": .plain(.integer(4)), "NSArguments": array(arguments),
      ]
    )
  }

  /// The path `$source.path`.
  mutating func source(_ path: String) -> Reference {
    let keys = object(
      ["NSKeyPathSpecifierExpression"] + Self.expression,
      ["NSExpressionType": .plain(.integer(10)), "NSKeyPath": text(path)]
    )
    return function(
      variable("source"),
      "valueForKeyPath:",
      [keys],
      class: ["NSKeyPathExpression", "NSFunctionExpression"]
    )
  }

  /// A call of `destinationInstancesForEntityMappingNamed:sourceInstances:`.
  mutating func instances(of mapping: String, for path: String) -> Reference {
    function(
      variable("manager"),
      "destinationInstancesForEntityMappingNamed:sourceInstances:",
      [constant(mapping), source(path)]
    )
  }

  /// The bytes of the archive.
  static func bytes(_ make: (inout Self) -> Reference) -> [UInt8] {
    var parts = Self()
    let root = make(&parts)
    return parts.builder.archive(root: root).binary()
  }

  /// The archive in base 64, broken into lines as in the files.
  static func base64(_ make: (inout Self) -> Reference) -> String {
    Data(bytes(make)).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
  }
}

extension ArchivedParts {
  /// Overrides a field of an expression; the first of two fields with the same key counts.
  fileprivate mutating func set(_ key: String, of object: Reference, to other: Reference) {
    builder.set(key, of: object, to: .object(other))
  }

  /// A call whose receiver is a call whose receiver is the first call: a cycle.
  mutating func circle() -> Reference {
    let inner = object(
      ["NSFunctionExpression"] + ["NSExpression", "NSObject"],
      [
        "NSSelectorName": text("uppercase:"), "NSExpressionType": .plain(.integer(4)),
        "NSArguments": array([]),
      ]
    )
    let outer = function(inner, "lowercase:", [])
    set("NSOperand", of: inner, to: outer)
    return outer
  }
}
