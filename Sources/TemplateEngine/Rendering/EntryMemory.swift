/// The entries of objects in the order in which loops go through them.
///
/// A loop within a loop goes through the same object again and again, and sorting its keys each time would
/// take longer than the loop.
struct EntryMemory: ~Copyable {
  typealias Entries = [(key: String, value: TemplateValue)]

  /// The object stays alive with its entries, so that no other one can have its identity.
  private var known: [ObjectIdentifier: (object: any TemplateObject, entries: Entries)] = [:]

  /// Fewer are sorted in no time, and are often those of objects that a template meets once.
  private static let worthwhile = 16

  /// With more objects all are forgotten: few templates go through more than some of them repeatedly.
  private static let mostObjects = 32

  /// The entries of an object, sorted by their keys.
  mutating func of(_ object: any TemplateObject) -> Entries {
    let identity = ObjectIdentifier(object)
    if let entries = known[identity]?.entries { return entries }
    let entries = object.keys.sorted().map {
      (key: $0, value: object.value(forKey: $0) ?? .null)
    }
    guard entries.count >= Self.worthwhile else { return entries }
    if known.count == Self.mostObjects { known.removeAll() }
    known[identity] = (object, entries)
    return entries
  }
}
