import Foundation
import ObjectRows
import Synchronization

/// The ID of a managed object: its entity, its store, and its key there.
///
/// IDs of one row are equal whatever their origin, and may be passed between threads. Pass an ID to another context's
/// queue, and get its object there.
///
/// ```swift
/// let id = player.objectID
/// try await background.perform {
///   let player = try background.existingObject(with: id)
///   background.delete(player)
///   try background.save()
/// }
/// ```
open class NSManagedObjectID: NSObject, NSCopying, NSFetchRequestResult, @unchecked Sendable {
  /// The entity of the object itself, which may be a subentity of the requested one.
  public final var entity: NSEntityDescription { origin.entity }

  /// The store of the object, while it is open; nil for an object that was never saved.
  public final var persistentStore: NSPersistentStore? { store }

  final var store: NSPersistentStore? { origin.store }

  /// Whether the ID is of an object in the store that has a handle.
  final func isInStore(with handle: WeakHandle<NSPersistentStore>) -> Bool {
    origin.storeHandle === handle
  }

  /// The entity and the store.
  private final let origin: IDOrigin

  /// The identity of the object within the coordinator of the store.
  final let reference: Reference

  /// The identifier of the store; empty for an object that was never saved.
  final var storeIdentifier: String { origin.storeIdentifier }

  /// The text by which the store identifies the object.
  final var referenceText: String {
    if let text { return text }
    return reference.number > 0 ? String(reference.number) : TemporaryName.text(of: reference)
  }

  /// The text, if it cannot be derived from the reference.
  private final let text: String?

  /// Whether the object was never saved.
  public final var isTemporaryID: Bool { reference.isTemporary }

  /// Creates an ID without an entity that is equal to no other one.
  public override init() {
    origin = IDOrigin(of: NSEntityDescription())
    reference = .nextTemporary(entity: 0)
    text = nil
  }

  /// Creates the ID of an object that was never saved.
  init(temporary reference: Reference, of shape: EntityShape) {
    origin = shape.temporaryOrigin
    self.reference = reference
    text = nil
  }

  /// Creates the ID of an object in a store.
  init(
    _ reference: Reference,
    entity: NSEntityDescription,
    store: NSPersistentStore,
    referenceText: String?
  ) {
    origin = store.origins.origin(of: entity, in: store)
    self.reference = reference
    text = referenceText
  }

  /// Creates the ID of an object of the same entity in the same store, which identifies its objects by numbers.
  init(_ reference: Reference, beside other: NSManagedObjectID) {
    origin = other.origin
    self.reference = reference
    text = nil
  }

  /// Whether an object is of the same entity, and in the same store.
  final func hasPlace(of reference: Reference) -> Bool { self.reference.hasPlace(of: reference) }

  /// Returns the ID as a URI, `x-coredata://STORE/Entity/p1`, which a coordinator converts back.
  ///
  /// The URI of a saved object stays the same, so it can be stored outside of the store; that of an unsaved one is
  /// temporary.
  ///
  /// ```swift
  /// let uri = player.objectID.uriRepresentation()
  /// let id = container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri)
  /// ```
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

  /// The ID itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectID else { return false }
    if self === other { return true }
    // The parts that differ most often come first: sets of IDs compare many unequal ones.
    guard hasText(of: other) else { return false }
    return origin === other.origin
      || storeIdentifier == other.storeIdentifier
        && (entity === other.entity || entity.name == other.entity.name)
  }

  private func hasText(of other: NSManagedObjectID) -> Bool {
    if text == nil, other.text == nil { return reference.number == other.reference.number }
    return referenceText == other.referenceText
  }

  open override var hash: Int {
    // The hash functions of sets and dictionaries distribute the number well.
    guard let text else { return Int(truncatingIfNeeded: reference.number) }
    // A number that is given as a text must have the same hash.
    if let number = Int64(text), String(number) == text { return Int(truncatingIfNeeded: number) }
    return text.hashValue
  }

  open override var description: String { "<\(uriText)>" }
}

/// The entity and the store of objects, shared by their IDs: an ID is 16 bytes and a reference to it.
///
/// All properties are constants, and an entity in use is immutable.
final class IDOrigin: @unchecked Sendable {
  let entity: NSEntityDescription
  let storeIdentifier: String
  fileprivate let storeHandle: WeakHandle<NSPersistentStore>?

  /// The store, while it exists.
  var store: NSPersistentStore? { storeHandle?.object }

  /// Creates the origin of objects that were never saved.
  init(of entity: NSEntityDescription) {
    self.entity = entity
    storeHandle = nil
    storeIdentifier = ""
  }

  init(
    of entity: NSEntityDescription,
    in store: WeakHandle<NSPersistentStore>,
    storeIdentifier: String
  ) {
    self.entity = entity
    storeHandle = store
    self.storeIdentifier = storeIdentifier
  }
}

/// The origins of the objects in a store, by their entities.
final class IDOrigins: Sendable {
  // An origin retains its entity, so that no other one can have the same identifier.
  private let origins = Mutex<[ObjectIdentifier: IDOrigin]>([:])

  /// Returns the origin of the objects of an entity.
  func origin(of entity: NSEntityDescription, in store: NSPersistentStore) -> IDOrigin {
    let identifier: String = store.identifier ?? ""
    let handle = store.handle
    return origins.withLock { origins in
      if let known = origins[ObjectIdentifier(entity)], known.storeIdentifier == identifier {
        return known
      }
      let made = IDOrigin(of: entity, in: handle, storeIdentifier: identifier)
      origins[ObjectIdentifier(entity)] = made
      return made
    }
  }
}

/// The text for an object that was never saved: a UUID of this run of the program, and a number.
private enum TemporaryName {
  private static let run = UUID().uuidString

  static func text(of reference: Reference) -> String {
    "\(run)\(reference.number.magnitude)"
  }
}
