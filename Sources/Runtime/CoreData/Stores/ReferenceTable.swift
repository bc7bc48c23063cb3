import Foundation

/// The reference objects of a custom store, and their numbers in references.
///
/// A store identifies objects by values of any kind: numbers, texts, UUIDs. Two of them identify the same object if
/// they have the same text, which the URI of an ID contains; so they get the same number. The numbers are valid for
/// one run of the program.
final class ReferenceTable: @unchecked Sendable {
  private struct Key: Hashable {
    let root: Int
    let text: String
  }

  private struct Entry {
    let object: Any
    let text: String
  }

  private let lock = NSLock()
  private var numbers: [Key: Int64] = [:]

  /// The entries by number, less one.
  private var entries: [Entry] = []

  /// Returns the number of an object of an entity; subentities share the names of their root.
  func number(of object: Any, in shape: EntityShape) -> Int64 {
    let text = Self.text(of: object)
    return lock.withLock {
      let key = Key(root: shape.root.number, text: text)
      if let known = numbers[key] { return known }
      entries.append(Entry(object: object, text: text))
      let number = Int64(entries.count)
      numbers[key] = number
      return number
    }
  }

  /// Returns the number for the text of a URI.
  ///
  /// If the store has not returned the object yet, it is identified by a number if the text is one, otherwise by the
  /// text.
  func number(ofText text: String, in shape: EntityShape) -> Int64 {
    let known = lock.withLock { numbers[Key(root: shape.root.number, text: text)] }
    if let known { return known }
    if let number = Int64(text), String(number) == text {
      return self.number(of: NSNumber(value: number), in: shape)
    }
    return number(of: text, in: shape)
  }

  /// Returns the reference object for a number.
  func object(for number: Int64) -> Any? { entry(number)?.object }

  /// Returns the text of an object in its URI.
  func text(for number: Int64) -> String { entry(number)?.text ?? "" }

  private func entry(_ number: Int64) -> Entry? {
    lock.withLock {
      let place = Int(number) - 1
      return entries.indices.contains(place) ? entries[place] : nil
    }
  }

  private static func text(of object: Any) -> String {
    switch object {
    case let text as String: text
    case let data as Data: data.base64EncodedString()
    default: String(describing: object)
    }
  }
}
