import HTTPServer
import StoreBrowsing

/// The meaning of an address of a store's pages, after `store`.
enum StoreRoute: Sendable, Hashable {
  case overview
  case table(entity: String)
  case object(ObjectName)

  /// The objects of a relationship.
  case members(ObjectName, relationship: String)

  /// The bytes of an attribute.
  case value(ObjectName, attribute: String)
  case history
  case transaction(Int64)
  case verification

  /// The unsaved edits.
  case changes

  /// Forms: an edit of objects, and actions on all edits.
  case edit
  case undo
  case redo
  case save
  case discard

  /// Parses the segments of a path; nil if there is no such page.
  init?(_ segments: ArraySlice<String>) {
    let segments = Array(segments)
    switch (segments.first ?? "", segments.count) {
    case ("", 0): self = .overview
    case ("entity", 2): self = .table(entity: segments[1])
    case ("object", 3): self = .object(ObjectName(entity: segments[1], key: segments[2]))
    case ("object", 4):
      let object = ObjectName(entity: segments[1], key: segments[2])
      self = .members(object, relationship: segments[3])
    case ("value", 4):
      let object = ObjectName(entity: segments[1], key: segments[2])
      self = .value(object, attribute: segments[3])
    case ("history", 2):
      guard let number = Int64(segments[1]) else { return nil }
      self = .transaction(number)
    case (let word, 1):
      guard let route = Self.plain.first(where: { $0.word == word }) else { return nil }
      self = route
    default: return nil
    }
  }

  private static let plain: [StoreRoute] = [
    .history, .verification, .changes, .edit, .undo, .redo, .save, .discard,
  ]

  /// The last segment of an address without names; nil for others.
  private var word: String? {
    switch self {
    case .history: "history"
    case .verification: "verification"
    case .changes: "changes"
    case .edit: "edit"
    case .undo: "undo"
    case .redo: "redo"
    case .save: "save"
    case .discard: "discard"
    default: nil
    }
  }

  var takesForms: Bool {
    switch self {
    case .edit, .undo, .redo, .save, .discard: true
    default: false
    }
  }

  /// The path after the token.
  var path: String {
    let segments: [String] =
      switch self {
      case .overview: []
      case .table(let name): ["entity", name]
      case .object(let object): ["object", object.entity, object.key]
      case .members(let object, let relationship):
        ["object", object.entity, object.key, relationship]
      case .value(let object, let attribute): ["value", object.entity, object.key, attribute]
      case .transaction(let number): ["history", "\(number)"]
      default: [word ?? ""]
      }
    return (["store"] + segments.map { PercentEncoding.encode($0) }).joined(separator: "/")
  }
}
