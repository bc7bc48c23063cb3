import Foundation

/// The entities of transactions and changes, for requests for a part of the history.
enum HistoryDescriptions {
  static let transactionName = "Transaction"
  static let changeName = "Change"

  /// The entity of transactions.
  static func transaction() -> NSEntityDescription {
    entity(
      transactionName,
      [
        ("author", .string), ("bundleID", .string), ("contextName", .string),
        ("processID", .string), ("storeID", .string), ("timestamp", .date),
        ("token", .integer64), ("transactionNumber", .integer64),
      ]
    )
  }

  /// The entity of changes.
  static func change() -> NSEntityDescription {
    entity(
      changeName,
      [
        ("changeID", .integer64), ("changeType", .integer16), ("changedEntity", .undefined),
        ("changedObjectID", .objectID),
      ]
    )
  }

  private static func entity(
    _ name: String,
    _ attributes: [(String, NSAttributeDescription.AttributeType)]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.type = type
      return attribute
    }
    return entity
  }
}
