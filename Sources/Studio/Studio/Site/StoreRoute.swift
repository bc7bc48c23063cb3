import HTTPServer
import StoreBrowsing

/// The meaning of an address of a store's pages, behind `store`.
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

  /// Understands the segments of a path; nil if there is no such page.
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
    case ("history", 1): self = .history
    case ("history", 2):
      guard let number = Int64(segments[1]) else { return nil }
      self = .transaction(number)
    case ("verification", 1): self = .verification
    default: return nil
    }
  }

  /// The path, behind the token.
  var path: String {
    let segments: [String] =
      switch self {
      case .overview: []
      case .table(let name): ["entity", name]
      case .object(let object): ["object", object.entity, object.key]
      case .members(let object, let relationship):
        ["object", object.entity, object.key, relationship]
      case .value(let object, let attribute): ["value", object.entity, object.key, attribute]
      case .history: ["history"]
      case .transaction(let number): ["history", "\(number)"]
      case .verification: ["verification"]
      }
    return (["store"] + segments.map { PercentEncoding.encode($0) }).joined(separator: "/")
  }
}
