import Foundation
import ManagedModel
import PropertyLists

/// Conversion of stores' metadata to property lists and back.
enum MetadataList {
  /// Converts a dictionary, with its keys in the order of their code points; throws for values that property lists
  /// lack.
  static func list(_ metadata: [String: Any]) throws -> PropertyListDictionary {
    PropertyListDictionary(
      try metadata.keys.sortedByCodePoint().map { key in
        .init(key, try value(metadata[key] ?? NSNull(), at: key, depth: 0))
      }
    )
  }

  private static func value(_ any: Any, at key: String, depth: Int) throws -> PropertyList {
    guard depth < 64 else { throw unfit(key) }
    switch any {
    case let text as String: return .string(text)
    case let number as NSNumber: return Self.number(number)
    case let date as Date: return .date(date.timeIntervalSinceReferenceDate)
    case let data as Data: return .data(Array(data))
    case let uuid as UUID: return .string(uuid.uuidString)
    case let url as URL: return .string(url.absoluteString)
    case let list as [String: Any]:
      return .dictionary(
        PropertyListDictionary(
          try list.keys.sortedByCodePoint().map { name in
            .init(name, try value(list[name] ?? NSNull(), at: key, depth: depth + 1))
          }
        )
      )
    case let array as [Any]:
      return .array(try array.map { try value($0, at: key, depth: depth + 1) })
    case let set as Set<AnyHashable>:
      let texts = set.compactMap { $0.base as? String }
      guard texts.count == set.count else { throw unfit(key) }
      return .array(texts.sortedByCodePoint().map(PropertyList.string))
    default: throw unfit(key)
    }
  }

  private static func number(_ number: NSNumber) -> PropertyList {
    switch KindOfNumber.of(number) {
    case .boolean: .boolean(number.boolValue)
    case .real: .real(number.doubleValue)
    case .integer: .integer(number.int64Value)
    }
  }

  private static func unfit(_ key: String) -> NSError {
    StoreFailure.error(
      NSPersistentStoreSaveError,
      "The metadata have a value under the key \(key) that a property list cannot contain."
    )
  }

  /// Converts a property list to metadata for programs.
  static func metadata(_ list: PropertyListDictionary) -> [String: Any] {
    Dictionary(
      list.entries.map { ($0.key, object($0.value)) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  private static func object(_ value: PropertyList) -> Any {
    switch value {
    case .string(let text): text
    case .integer(let number): NSNumber(value: number)
    case .real(let number): NSNumber(value: number)
    case .boolean(let flag): NSNumber(value: flag)
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let bytes): Data(bytes)
    case .array(let elements): elements.map(object)
    case .dictionary(let list): metadata(list)
    case .uid(let number): NSNumber(value: number)
    }
  }
}

/// The kind of number in an `NSNumber`.
private enum KindOfNumber {
  case boolean
  case integer
  case real

  static func of(_ number: NSNumber) -> Self {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c"), UInt8(ascii: "B"): number is NSDecimalNumber ? .real : .boolean
    case UInt8(ascii: "f"), UInt8(ascii: "d"): .real
    default: .integer
    }
  }
}
