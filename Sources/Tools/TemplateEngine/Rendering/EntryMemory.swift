/// The entries of objects in the order in which loops go through them.
///
/// A loop within a loop goes through the same object again and again, and sorting its keys each time would
/// take longer than the loop.
struct EntryMemory: ~Copyable {
  typealias Entries = [(key: String, value: TemplateValue)]

  private struct Known {
    /// The object stays alive with its entries, so that no other one can have its identity.
    let object: any TemplateObject
    let entries: Entries
    /// By the parts that conditions have asked for; nil after the first time.
    var indexes: [ElementLookup.Path: ElementIndex?] = [:]
  }

  private var known: [ObjectIdentifier: Known] = [:]

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
    known[identity] = Known(object: object, entries: entries)
    return entries
  }

  /// The way in which the entries of an object are found by one of their parts.
  enum Search {
    /// An index is not worth its price.
    case all
    /// The same is asked again, and there is no index yet.
    case makeIndex
    case index(ElementIndex)
  }

  /// Returns the way to search for entries of an object, which has to be one whose entries were asked for just now.
  mutating func search(_ object: any TemplateObject, by path: ElementLookup.Path) -> Search {
    guard let indexes = known[ObjectIdentifier(object)]?.indexes else { return .all }
    switch indexes[path] {
    case .some(.some(let index)): return .index(index)
    case .some(.none): return .makeIndex
    case .none:
      known[ObjectIdentifier(object)]?.indexes.updateValue(nil, forKey: path)
      return .all
    }
  }

  /// Keeps an index of the entries of an object.
  mutating func keep(
    _ index: ElementIndex,
    of object: any TemplateObject,
    by path: ElementLookup.Path
  ) {
    known[ObjectIdentifier(object)]?.indexes.updateValue(index, forKey: path)
  }
}
