import Foundation
import PropertyLists

/// The contents of the file of a store: metadata, and objects with the names of the model.
///
/// It can be read and written without the model.
struct StoredContents: Sendable, Hashable {
  /// The metadata, sorted by the code points of the keys.
  var metadata = PropertyListDictionary()

  /// The highest number that was ever given to an object.
  var lastNumber: Int64 = 0

  var objects: [StoredObject] = []
}

/// An object in the file of a store.
struct StoredObject: Sendable, Hashable {
  var entity: String

  /// The number by which the file identifies the object, unique in the store.
  var number: Int64
  var version: Int64
  var attributes: [StoredAttribute] = []
  var relationships: [StoredRelationship] = []
}

/// A value with the name of its attribute.
struct StoredAttribute: Sendable, Hashable {
  var name: String
  var value: StoredValue
}

/// The numbers of a relationship's destinations.
struct StoredRelationship: Sendable, Hashable {
  var name: String
  var destinations: [Int64]
}

/// The value of an attribute in the file of a store.
enum StoredValue: Sendable, Hashable {
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case float(Float)
  case decimal(String)
  case string(String)

  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case data([UInt8])
  case uuid(String)
  case uri(String)

  /// An object ID as a URI.
  case objectID(String)

  /// A value that a transformer or an archiver has converted to bytes.
  case archive([UInt8])
  case composite([StoredAttribute])
}

extension StoredValue {
  /// The members of a composite value that a dictionary lacks; nil if it has all, or the value is not a composite.
  func members(missingIn dictionary: Any?) -> StoredValue? {
    guard case .composite(let members) = self else { return nil }
    let known = dictionary as? [String: Any] ?? [:]
    let missing = members.compactMap { member -> StoredAttribute? in
      guard let value = known[member.name] else { return member }
      return member.value.members(missingIn: value)
        .map { StoredAttribute(name: member.name, value: $0) }
    }
    return missing.isEmpty ? nil : .composite(missing)
  }

  /// A composite value completed by the members of another one; nil if one of them is not a composite.
  func completed(by other: StoredValue) -> StoredValue? {
    guard case .composite(var members) = self, case .composite(let others) = other else {
      return nil
    }
    for member in others {
      if let known = members.firstIndex(where: { $0.name == member.name }) {
        members[known].value =
          members[known].value.completed(by: member.value) ?? members[known].value
      } else {
        members.append(member)
      }
    }
    return .composite(members.sorted { $0.name < $1.name })
  }
}

/// An error for a file that is not a valid store; the reason is a sentence.
struct StoredContentsError: Error, Sendable {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// A format for the contents of a store.
protocol StoreFileFormat: Sendable {
  /// The type of the stores that use the format.
  static var storeType: String { get }

  static func contents(of bytes: [UInt8]) throws(StoredContentsError) -> StoredContents
  static func bytes(of contents: StoredContents) -> [UInt8]
}
