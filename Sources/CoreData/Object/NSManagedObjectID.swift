import Foundation
import ObjectRows

/// Who a managed object is: its entity, its store, and what the store knows it by.
///
/// IDs of one row are equal wherever they come from, and may be passed between threads.
open class NSManagedObjectID: NSObject, NSCopying, NSFetchRequestResult, @unchecked Sendable {
  /// The entity of the object itself, which may be a subentity of the one that was asked for.
  public let entity: NSEntityDescription

  /// The store of the object, as long as it is open; nil for an object that was never saved.
  public final var persistentStore: NSPersistentStore? { store }

  final var store: NSPersistentStore? { tie?.store }

  private final let tie: StoreTie?

  /// Who the object is within the coordinator of the store.
  final let reference: Reference

  /// The identifier of the store, and what the store knows the object by.
  final let storeIdentifier: String
  final var referenceText: String { text ?? String(reference.number) }

  /// The text if it is not the number of the reference.
  private final let text: String?

  /// Whether the object was never saved.
  public final var isTemporaryID: Bool { reference.isTemporary }

  init(temporary reference: Reference, entity: NSEntityDescription) {
    self.entity = entity
    self.reference = reference
    tie = nil
    storeIdentifier = ""
    text = TemporaryName.text(of: reference)
  }

  init(
    _ reference: Reference,
    entity: NSEntityDescription,
    store: NSPersistentStore,
    referenceText: String?
  ) {
    self.entity = entity
    self.reference = reference
    tie = store.tie
    storeIdentifier = store.identifier ?? ""
    text = referenceText
  }

  /// Makes the ID of an object of the same entity in the same store, which knows its objects by numbers.
  init(_ reference: Reference, beside other: NSManagedObjectID) {
    self.reference = reference
    entity = other.entity
    tie = other.tie
    storeIdentifier = other.storeIdentifier
    text = nil
  }

  /// Whether an object is of the same entity, and in the same store.
  final func hasPlace(of reference: Reference) -> Bool { self.reference.hasPlace(of: reference) }

  /// The ID as a URI, `x-coredata://STORE/Entity/p1`, by which a coordinator finds it again.
  open func uriRepresentation() -> URL {
    URL(string: uriText) ?? URL(fileURLWithPath: "/")
  }

  /// The text of the URI.
  final var uriText: String {
    let mark = isTemporaryID ? "t" : "p"
    let name = entity.name ?? ""
    let path = "\(name)/\(mark)\(referenceText)"
      .addingPercentEncoding(withAllowedCharacters: Self.pathCharacters)
    return "x-coredata://\(host)/\(path ?? name)"
  }

  private var host: String {
    storeIdentifier.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed)
      ?? storeIdentifier
  }

  private static let pathCharacters = CharacterSet.urlPathAllowed

  /// The ID itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectID else { return false }
    if self === other { return true }
    // What differs most often comes first: sets of IDs compare many that are not equal.
    return hasText(of: other) && storeIdentifier == other.storeIdentifier
      && (entity === other.entity || entity.name == other.entity.name)
  }

  private func hasText(of other: NSManagedObjectID) -> Bool {
    if text == nil, other.text == nil { return reference.number == other.reference.number }
    return referenceText == other.referenceText
  }

  open override var hash: Int {
    // Sets and dictionaries make a better hash of it.
    guard let text else { return Int(truncatingIfNeeded: reference.number) }
    // A number that is known as a text must have the same hash.
    if let number = Int64(text), String(number) == text { return Int(truncatingIfNeeded: number) }
    return text.hashValue
  }

  open override var description: String { "<\(uriText)>" }
}

/// A reference to a store that does not keep it, shared by all IDs of its objects.
final class StoreTie: @unchecked Sendable {
  private(set) weak var store: NSPersistentStore?

  init(_ store: NSPersistentStore) {
    self.store = store
  }
}

/// The text that stands for an object that was never saved: a UUID of this run of the program, and a number.
private enum TemporaryName {
  private static let run = UUID().uuidString

  static func text(of reference: Reference) -> String {
    "\(run)\(reference.number.magnitude)"
  }
}
