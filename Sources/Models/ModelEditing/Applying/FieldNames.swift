import ManagedModel

/// Our names of fields, and the XML attributes that they correspond to one to one.
enum FieldNames {
  /// A field whose text in the file is the given one, or nearly.
  struct Plain: Sendable {
    let fileName: String

    /// The text for the file, or nil to leave the field out.
    let text: @Sendable (String) throws(EditProblem) -> String?

    init(
      _ fileName: String,
      text: @escaping @Sendable (String) throws(EditProblem) -> String? = { $0 }
    ) {
      self.fileName = fileName
      self.text = text
    }
  }

  private static let common: [String: Plain] = [
    "optional": flag("optional"),
    "transient": flag("transient"),
    "renaming-id": Plain("elementID"),
    "hash-modifier": Plain("versionHashModifier"),
    "indexed": flag("indexed"),
    "spotlight": flag("spotlightIndexingEnabled"),
    "truth-file": flag("storedInTruthFile"),
    "syncable": flag("syncable"),
  ]

  static let attribute: [String: Plain] = common.merging([
    "scalar": flag("usesScalarValueType", keepsNo: true),
    "regex": Plain("regularExpressionString"),
    "transformer": Plain("valueTransformerName"),
    "class": Plain("customClassName"),
    "composite": Plain("composite"),
    "external": flag("allowsExternalBinaryDataStorage"),
    "cloud-encryption": flag("allowsCloudEncryption"),
    "preserve": flag("preserveAfterDeletion"),
  ]) { first, _ in first }

  static let relationship: [String: Plain] = common.merging([
    "ordered": flag("ordered"),
    "min": Plain("minCount"),
    "max": Plain("maxCount"),
    "delete-rule": choice("deletionRule", among: DeleteRule.allCases.map(\.fileName)),
  ]) { first, _ in first }

  static let entity: [String: Plain] = [
    "class": Plain("representedClassName"),
    "abstract": flag("isAbstract"),
    "codegen": Plain("codeGenerationType") { text throws(EditProblem) in
      let word = try chosen(text, among: ["class", "category", "manual"], field: "codegen")
      return word == "manual" ? nil : word
    },
    "renaming-id": Plain("elementID"),
    "hash-modifier": Plain("versionHashModifier"),
    "syncable": flag("syncable"),
    "spotlight-expression": Plain("coreSpotlightDisplayNameExpression"),
  ]

  static let fetchRequest: [String: Plain] = [
    "predicate": Plain("predicateString"),
    "limit": Plain("fetchLimit"),
    "batch-size": Plain("fetchBatchSize"),
    "subentities": flag("includeSubentities"),
    "property-values": flag("includePropertyValues"),
    "pending-changes": flag("includesPendingChanges"),
    "faults": flag("returnObjectsAsFaults"),
    "distinct": flag("returnDistinctResults"),
    "result": Plain("resultType") { text throws(EditProblem) in
      let words = ["objects": "0", "ids": "1", "dictionaries": "2", "count": "4"]
      let word = try chosen(text, among: words.keys.sorted(), field: "result")
      return words[word]
    },
  ]

  static let fetchedProperty: [String: Plain] = [
    "optional": flag("optional"), "syncable": flag("syncable"),
  ]

  static let index: [String: Plain] = ["predicate": Plain("partialIndexPredicate")]

  static let configuration: [String: Plain] = [
    "cloudkit": flag("usedWithCloudKit", keepsNo: true)
  ]

  static let model: [String: Plain] = [
    "version-identifier": Plain("userDefinedModelVersionIdentifier"),
    "cloudkit": flag("usedWithCloudKit", keepsNo: true),
    "swiftdata": flag("usedWithSwiftData", keepsNo: true),
    "language": Plain("sourceLanguage"),
    "minimum-tools": Plain("minimumToolsVersion"),
  ]

  static let diagramBox: [String: Plain] = [
    "x": Plain("positionX"), "y": Plain("positionY"),
    "width": Plain("width"), "height": Plain("height"),
  ]

  /// Fields without a one-to-one XML attribute, for messages.
  static let particular: [ElementKind: [String]] = [
    .attribute: ["type", "default", "min", "max", "derivation"],
    .relationship: ["to", "many", "inverse"],
    .entity: ["parent"],
    .fetchRequest: ["entity"],
    .fetchedProperty: ["entity"],
    .index: ["expression", "expression-type", "expression-order", "expression-index"],
  ]

  private static func flag(_ fileName: String, keepsNo: Bool = false) -> Plain {
    Plain(fileName) { text throws(EditProblem) in
      switch text.lowercased() {
      case "yes", "true", "1": "YES"
      case "no", "false", "0": keepsNo ? "NO" : nil
      default: throw EditProblem("'\(text)' is neither yes nor no")
      }
    }
  }

  private static func choice(_ fileName: String, among words: [String]) -> Plain {
    Plain(fileName) { text throws(EditProblem) in
      try chosen(text, among: words, field: fileName)
    }
  }

  /// The word that matches, ignoring case and spaces.
  static func chosen(
    _ text: String,
    among words: [String],
    field: String
  ) throws(EditProblem) -> String {
    guard let word = words.first(where: { plain($0) == plain(text) }) else {
      throw EditProblem(
        "'\(text)' is not a value of '\(field)'",
        hint: "the values are \(words.joined(separator: ", "))"
      )
    }
    return word
  }

  /// The letters and digits of a text, in lower case.
  static func plain(_ text: String) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
