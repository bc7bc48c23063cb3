import Foundation

/// Who a managed object is: its entity, its store, and what the store knows it by.
///
/// IDs of one row are equal wherever they come from, and may be passed between threads.
open class NSManagedObjectID: NSObject, NSCopying, NSFetchRequestResult, @unchecked Sendable {
  /// The entity of the object itself, which may be a subentity of the one that was asked for.
  public let entity: NSEntityDescription

  /// The store of the object, as long as it is open; nil for an object that was never saved.
  public final var persistentStore: NSPersistentStore? { store }

  final weak var store: NSPersistentStore?

  /// Who the object is within the coordinator of the store.
  final let reference: Reference

  /// The identifier of the store, and what the store knows the object by.
  final let storeIdentifier: String
  final let referenceText: String

  /// Whether the object was never saved.
  public final var isTemporaryID: Bool { reference.isTemporary }

  init(temporary reference: Reference, entity: NSEntityDescription) {
    self.entity = entity
    self.reference = reference
    store = nil
    storeIdentifier = ""
    referenceText = TemporaryName.text(of: reference)
  }

  init(
    _ reference: Reference,
    entity: NSEntityDescription,
    store: NSPersistentStore,
    referenceText: String
  ) {
    self.entity = entity
    self.reference = reference
    self.store = store
    storeIdentifier = store.identifier ?? ""
    self.referenceText = referenceText
  }

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
    return storeIdentifier == other.storeIdentifier && referenceText == other.referenceText
      && (entity === other.entity || entity.name == other.entity.name)
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(storeIdentifier)
    hasher.combine(referenceText)
    return hasher.finalize()
  }

  open override var description: String { "<\(uriText)>" }
}

/// The text that stands for an object that was never saved: a UUID of this run of the program, and a number.
private enum TemporaryName {
  private static let run = UUID().uuidString

  static func text(of reference: Reference) -> String {
    "\(run)\(-reference.number)"
  }
}
