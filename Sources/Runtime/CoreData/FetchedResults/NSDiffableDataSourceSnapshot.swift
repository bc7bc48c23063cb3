/// A snapshot of a list: sections and the items in them, by their identifiers.
///
/// On Apple's platforms it belongs to the UI frameworks. Here a delegate of an ``NSFetchedResultsController``
/// receives it, and can compare, search and change it.
public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable,
  ItemIdentifierType: Hashable & Sendable
>: Sendable {
  /// The sections, in order.
  public private(set) var sectionIdentifiers: [SectionIdentifierType] = []

  private var contents = SnapshotContents<ItemIdentifierType>([])

  /// The items of each section, in order.
  private var items: [[ItemIdentifierType]] {
    get { contents.items }
    set { contents = SnapshotContents(newValue) }
  }

  /// The existing items that have changed.
  public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []

  /// Creates a snapshot without sections.
  public init() {}

  /// Creates a snapshot of sections whose items are computed lazily.
  init(
    _ sections: [SectionIdentifierType],
    reloaded: [ItemIdentifierType],
    items: @escaping () -> [[ItemIdentifierType]]
  ) {
    sectionIdentifiers = sections
    reloadedItemIdentifiers = reloaded
    contents = SnapshotContents(items)
  }

  /// Computes the items, if that has not happened yet.
  func settle() { _ = contents.items }

  /// All items, section by section.
  public var itemIdentifiers: [ItemIdentifierType] { items.flatMap(\.self) }

  /// The number of items.
  public var numberOfItems: Int { items.reduce(0) { $0 + $1.count } }

  /// The number of sections.
  public var numberOfSections: Int { sectionIdentifiers.count }

  /// The number of items in a section; 0 if it does not exist.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    itemIdentifiers(inSection: identifier).count
  }

  /// The items of a section, in order; none if it does not exist.
  public func itemIdentifiers(
    inSection identifier: SectionIdentifierType
  ) -> [ItemIdentifierType] {
    indexOfSection(identifier).map { items[$0] } ?? []
  }

  /// The section of an item.
  public func sectionIdentifier(
    containingItem identifier: ItemIdentifierType
  ) -> SectionIdentifierType? {
    items.firstIndex { $0.contains(identifier) }.map { sectionIdentifiers[$0] }
  }

  /// The index of an item among all.
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    itemIdentifiers.firstIndex(of: identifier)
  }

  /// The index of a section.
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    sectionIdentifiers.firstIndex(of: identifier)
  }

  /// Adds sections at the end.
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    sectionIdentifiers += identifiers
    items += identifiers.map { _ in [] }
  }

  /// Adds items at the end of a section, or of the last one if none is given.
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType],
    toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {
    let index = sectionIdentifier.map(indexOfSection) ?? sectionIdentifiers.indices.last
    if let index { items[index] += identifiers }
  }

  /// Marks items as changed.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    reloadedItemIdentifiers += identifiers
  }
}

extension NSDiffableDataSourceSnapshot: Equatable {
  /// Whether two snapshots have the same contents.
  public static func == (first: Self, second: Self) -> Bool {
    first.sectionIdentifiers == second.sectionIdentifiers && first.items == second.items
  }
}

/// The results of an ``NSFetchedResultsController``: names of sections and IDs of objects.
///
/// It is a class of untyped values on Apple's platforms, which programs cast to this type.
public typealias NSDiffableDataSourceSnapshotReference =
  NSDiffableDataSourceSnapshot<String, NSManagedObjectID>
