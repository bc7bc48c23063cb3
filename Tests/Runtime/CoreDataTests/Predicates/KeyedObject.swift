import Foundation

@testable import CoreData

/// A key-value coding compliant object, like a managed object.
final class KeyedObject: NSObject, MutableKeyValueCoding, IdentifiedInPredicates {
  private var values: [String: Any]
  let identifier: Int

  init(_ identifier: Int = 0, _ values: [String: Any] = [:]) {
    self.identifier = identifier
    self.values = values
  }

  func value(forKey key: String) -> Any? {
    key == "objectID" ? KeyedObjectID(identifier) : values[key]
  }

  func setValue(_ value: Any?, forKey key: String) {
    values[key] = value
  }

  var identityInPredicates: AnyHashable { identifier }

  var isUnsaved: Bool { false }
}

/// The identifier of a `KeyedObject`.
final class KeyedObjectID: NSObject, IdentifiedInPredicates {
  let identifier: Int

  init(_ identifier: Int) {
    self.identifier = identifier
  }

  var identityInPredicates: AnyHashable { identifier }

  var isUnsaved: Bool { false }
}

/// A team with players, which the tests evaluate predicates on.
enum Sample {
  static let birthday = Date(timeIntervalSinceReferenceDate: 86_400)
  static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  static func team() -> KeyedObject {
    let players = NSSet(array: [
      player(1, "Ånna", 10, 2.5, ["a", "b"]), player(2, "Bob", 20, 0, ["b"]),
      player(3, "Cy", 20, nil, []),
    ])
    return KeyedObject(
      100,
      [
        "name": "Élan Vital", "empty": "", "count32": NSNumber(value: 3), "one": NSNumber(value: 1),
        "price": NSDecimalNumber(string: "12.50"), "isOpen": NSNumber(value: true),
        "birthday": NSDate(timeIntervalSinceReferenceDate: 86_400),
        "id": NSUUID(uuidString: id.uuidString) as Any,
        "data": Data([1, 2, 3]), "players": players,
        "ranking": NSOrderedSet(array: ["x", "y", "z"]), "tags": ["red", "green"],
        "noPlayers": NSSet(), "map": ["k": 7, "l": 8], "big": NSNumber(value: Int64.max),
        "url": NSURL(string: "https://example.org/a") as Any, "float": NSNumber(value: Float(0.5)),
      ]
    )
  }

  private static func player(
    _ id: Int,
    _ name: String,
    _ age: Int,
    _ goals: Double?,
    _ labels: [String]
  ) -> KeyedObject {
    let object = KeyedObject(id, ["name": name, "age": NSNumber(value: age), "labels": labels])
    object.setValue(goals.map { NSNumber(value: $0) }, forKey: "goals")
    return object
  }
}
