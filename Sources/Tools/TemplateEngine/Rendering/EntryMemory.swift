/// A cache of the entries of objects in the order in which loops visit them.
///
/// A nested loop visits the same object repeatedly, and sorting its keys each time would
/// take longer than the loop.
struct EntryMemory: ~Copyable {
  typealias Entries = [(key: String, value: TemplateValue)]

  private struct Known {
    /// The object is retained with its entries, so that no other one can get its identity.
    let object: any TemplateObject
    let entries: Entries
    /// The indexes by the parts in conditions; nil after the first search.
    var indexes: [ElementLookup.Path: ElementIndex?] = [:]
  }

  private var known: [ObjectIdentifier: Known]

  init() { known = [:] }

  init(copying other: borrowing EntryMemory) { known = other.known }

  /// The minimum number of entries: fewer are sorted quickly, and are often those of objects that are visited once.
  private static let worthwhile = 16

  /// The number of objects above which the cache is cleared of small ones: few templates visit more of them repeatedly.
  private static let mostObjects = 32

  /// The entries of an object, sorted by their keys.
  mutating func of(_ object: any TemplateObject) -> Entries {
    let identity = ObjectIdentifier(object)
    if let entries = known[identity]?.entries { return entries }
    let entries = object.keys.sorted().map {
      (key: $0, value: object.value(forKey: $0) ?? .null)
    }
    guard entries.count >= Self.worthwhile else { return entries }
    if known.count == Self.mostObjects {
      // Larger ones would take longer to sort again.
      let larger = known.filter { $0.value.entries.count > entries.count }
      known = larger.count < Self.mostObjects ? larger : [:]
    }
    known[identity] = Known(object: object, entries: entries)
    return entries
  }

  /// The way to find the entries of an object by one of their parts.
  enum Search {
    /// By trying all of them; an index would not pay off.
    case all
    /// By an index to be created, since the search is repeated.
    case makeIndex
    case index(ElementIndex)
  }

  /// Returns the way to search the entries of an object, which must be the one whose entries were read last.
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

  /// Caches an index of the entries of an object.
  mutating func keep(
    _ index: ElementIndex,
    of object: any TemplateObject,
    by path: ElementLookup.Path
  ) {
    known[ObjectIdentifier(object)]?.indexes.updateValue(index, forKey: path)
  }
}
