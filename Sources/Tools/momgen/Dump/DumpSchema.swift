import Diagnostics
import JSON
import ModelComparison

/// The JSON Schema (draft 2020-12) of the output of `momgen dump`.
enum DumpSchema {
  static let document: JSONValue = object(
    "A Core Data model, as 'momgen dump' prints it.",
    [
      (
        "formatVersion",
        .described("Raised for a change that breaks readers of this format.", "integer")
      ),
      ("name", .described("The name of the bundle.", "string")),
      ("version", .described("The name of the version.", "string")),
      ("checksum", .described("SHA-256 over the version hashes, in base 64.", "string")),
      ("digest", .described("SHA-512 over names and version hashes, in base 64.", "string")),
      ("header", header),
      ("entities", .list(entity)),
      ("fetchRequests", .list(fetchRequest)),
      ("configurations", .list(configuration)),
      ("composites", .list(composite)),
      ("diagram", .orNull(.list(box))),
    ],
    root: true
  )

  private static let header = object(
    "The properties of the file itself.",
    [
      "name", "type", "documentVersion", "lastSavedToolsVersion", "systemVersion",
      "minimumToolsVersion", "sourceLanguage", "macOSVersion", "iOSVersion",
    ].map { ($0, .textOrNull) } + [
      ("usedWithCloudKit", .flagOrNull), ("usedWithSwiftData", .flagOrNull),
      ("userDefinedModelVersionIdentifier", .textOrNull),
    ]
  )

  private static let entity = object(
    "An entity with the properties it declares itself.",
    [
      ("name", .text),
      (
        "class",
        .orNull(
          object(
            "The class of its objects; '.' is the module that is being compiled.",
            [("name", .text), ("module", .textOrNull)]
          )
        )
      ),
      ("parent", .textOrNull), ("children", .list(.text)), ("isAbstract", .flag),
      ("codeGeneration", .oneOf("class", "category", "manual")),
      ("renamingIdentifier", .textOrNull), ("versionHashModifier", .textOrNull),
      ("versionHash", .textOrNull), ("versionHashIsCertain", .flag), ("isSyncable", .flag),
      ("spotlightDisplayNameExpression", .textOrNull),
      ("attributes", .list(attribute)), ("relationships", .list(relationship)),
      ("fetchedProperties", .list(fetchedProperty)),
      (
        "inheritedProperties",
        .list(
          object("A property of an ancestor.", [("name", .text), ("from", .text)])
        )
      ),
      ("fetchIndexes", .list(fetchIndex)),
      ("compoundIndexes", .list(.list(.text))), ("uniquenessConstraints", .list(.list(.text))),
      ("userInfo", userInfo),
    ]
  )

  private static let attribute = object(
    "An attribute.",
    [
      ("name", .text), ("type", .text), ("isOptional", .flag), ("isTransient", .flag),
      ("usesScalarValueType", .flagOrNull),
      (
        "default",
        .orNull(
          object(
            "The initial value of an object.",
            [
              ("kind", .text),
              ("value", ["type": ["string", "number", "integer", "boolean"]]),
            ]
          )
        )
      ),
      (
        "minimum",
        .described("The minimum value, or the minimum length of a String.", "string", "null")
      ),
      (
        "maximum",
        .described("The maximum value, or the maximum length of a String.", "string", "null")
      ),
      ("earliestDate", .described("Seconds since 2001-01-01 UTC.", "number", "null")),
      ("latestDate", .described("Seconds since 2001-01-01 UTC.", "number", "null")),
      ("regularExpression", .textOrNull), ("derivationExpression", .textOrNull),
      ("valueTransformerName", .textOrNull), ("customClassName", .textOrNull),
      ("composite", .textOrNull), ("allowsExternalBinaryDataStorage", .flag),
      ("preservesValueInHistoryOnDeletion", .flag), ("allowsCloudEncryption", .flag),
      ("isIndexed", .flag), ("isIndexedBySpotlight", .flag),
      ("renamingIdentifier", .textOrNull), ("versionHashModifier", .textOrNull),
      ("userInfo", userInfo),
    ]
  )

  private static let relationship = object(
    "A relationship.",
    [
      ("name", .text), ("destination", .textOrNull),
      (
        "inverse",
        .orNull(
          object(
            "The inverse; its entity is null when it does not exist.",
            [("name", .text), ("entity", .textOrNull)]
          )
        )
      ),
      ("isToMany", .flag), ("isOrdered", .flag), ("isOptional", .flag), ("isTransient", .flag),
      ("minimumCount", .described("0 for none.", "integer")),
      ("maximumCount", .described("0 for no limit.", "integer")),
      ("deleteRule", .oneOf("No Action", "Nullify", "Cascade", "Deny")), ("isIndexed", .flag),
      ("renamingIdentifier", .textOrNull), ("versionHashModifier", .textOrNull),
      ("userInfo", userInfo),
    ]
  )

  private static let fetchedProperty = object(
    "A property whose value is fetched.",
    [
      ("name", .text), ("isOptional", .flag), ("fetchRequest", .orNull(fetchRequest)),
      ("userInfo", userInfo),
    ]
  )

  private static let fetchRequest = object(
    "A fetch request of the model.",
    [
      ("name", .text), ("entity", .textOrNull), ("predicate", .textOrNull),
      ("resultType", .textOrNull),
      ("fetchLimit", .numberOrNull), ("fetchBatchSize", .numberOrNull),
      ("includesSubentities", .flag), ("includesPropertyValues", .flag),
      ("includesPendingChanges", .flag), ("returnsObjectsAsFaults", .flag),
      ("returnsDistinctResults", .flag),
    ]
  )

  private static let fetchIndex = object(
    "An index for fetching.",
    [
      ("name", .text), ("partialPredicate", .textOrNull),
      (
        "elements",
        .list(
          object(
            "A member of the index.",
            [
              ("property", .textOrNull), ("expression", .textOrNull),
              ("expressionType", .textOrNull), ("type", .oneOf("Binary", "RTree")),
              ("isAscending", .flag),
            ]
          )
        )
      ),
    ]
  )

  private static let configuration = object(
    "A selection of entities.",
    [("name", .text), ("usedWithCloudKit", .flagOrNull), ("entities", .list(.text))]
  )

  private static let composite = object(
    "A group of attributes.",
    [("name", .text), ("attributes", .list(attribute))]
  )

  private static let box = object(
    "The place of an entity in Xcode's diagram.",
    ["name", "positionX", "positionY", "width", "height"].map { ($0, .text) }
  )

  private static let userInfo = JSONValue.list(
    object("A text for other tools.", [("key", .text), ("value", .text)])
  )

  /// The schema of an object with exactly these members.
  private static func object(
    _ description: String,
    _ members: [(name: String, schema: JSONValue)],
    root: Bool = false
  ) -> JSONValue {
    var schema: [JSONValue.Member] = []
    if root {
      schema.append(.init("$schema", "https://json-schema.org/draft/2020-12/schema"))
    }
    schema += [
      .init("description", .string(description)),
      .init("type", "object"),
      .init("properties", .object(members.map { JSONValue.Member($0.name, $0.schema) })),
      .init("required", .array(members.map { .string($0.name) })),
      .init("additionalProperties", false),
    ]
    return .object(schema)
  }
}

extension JSONValue {
  fileprivate static let text: Self = ["type": "string"]
  fileprivate static let flag: Self = ["type": "boolean"]
  fileprivate static let textOrNull: Self = ["type": ["string", "null"]]
  fileprivate static let flagOrNull: Self = ["type": ["boolean", "null"]]
  fileprivate static let numberOrNull: Self = ["type": ["integer", "null"]]

  fileprivate static func list(_ items: Self) -> Self { ["type": "array", "items": items] }

  fileprivate static func orNull(_ schema: Self) -> Self {
    ["anyOf": [schema, ["type": "null"]]]
  }

  fileprivate static func oneOf(_ words: String...) -> Self {
    ["enum": .array(words.map { .string($0) })]
  }

  fileprivate static func described(_ description: String, _ types: String...) -> Self {
    let type: Self =
      types.count == 1 ? .string(types[0]) : .array(types.map { .string($0) })
    return ["description": .string(description), "type": type]
  }
}
