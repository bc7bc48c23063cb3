import FoundationEssentials
import ObjectRows
import PropertyLists

/// The values that are kept of a deleted object: the attributes that the model marks for that.
struct Tombstone {
  private let entity: StoreEntity
  private let indices: [Int]

  /// Creates the tombstones of an entity; nil if no values of its objects are kept.
  init?(_ entity: StoreEntity) {
    self.entity = entity
    indices = entity.properties.indices.filter {
      entity.properties[$0].isKeptOnDeletion && entity.properties[$0].isStoredInRow
    }
    if indices.isEmpty { return nil }
  }

  /// A property list of the values in a row.
  func bytes(of row: Row) -> [UInt8] {
    let entries = indices.compactMap { index in
      row.value(at: index).listed.map {
        PropertyListDictionary.Entry(entity.properties[index].name, $0)
      }
    }
    let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return PropertyList.dictionary(PropertyListDictionary(sorted)).binary()
  }
}

extension Value {
  /// The value in a property list; nil for values that it cannot represent.
  fileprivate var listed: PropertyList? {
    switch self {
    case .bool(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .real(number)
    case .float(let number): .real(Double(number))
    case .string(let text): .string(text)
    case .date(let date): .date(date.timeIntervalSinceReferenceDate)
    case .data(let data): .data(Array(data))
    case .uuid(let uuid): .string(uuid.uuidString)
    case .url(let url): .string(url.absoluteString)
    case .decimal(let number): .string(number.description)
    case .none, .object, .reference: nil
    }
  }
}
