/// The contents of a list at one time: sections and the items in them, by their identifiers.
///
/// On Apple's platforms the frameworks of user interfaces have it. Here it is what a delegate of an
/// ``NSFetchedResultsController`` gets, and can compare, search and change.
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

  /// The items that are shown already and have changed.
  public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []

  /// Makes a snapshot without sections.
  public init() {}

  /// Makes a snapshot of sections whose items are determined lazily.
  init(
    _ sections: [SectionIdentifierType],
    reloaded: [ItemIdentifierType],
    items: @escaping () -> [[ItemIdentifierType]]
  ) {
    sectionIdentifiers = sections
    reloadedItemIdentifiers = reloaded
    contents = SnapshotContents(items)
  }

  /// Determines the items now, if that has not happened yet.
  func settle() { _ = contents.items }

  /// All items, section by section.
  public var itemIdentifiers: [ItemIdentifierType] { items.flatMap(\.self) }

  /// The number of items.
  public var numberOfItems: Int { items.reduce(0) { $0 + $1.count } }

  /// The number of sections.
  public var numberOfSections: Int { sectionIdentifiers.count }

  /// The number of items in a section; none in one that does not exist.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    itemIdentifiers(inSection: identifier).count
  }

  /// The items of a section, in order; none for one that does not exist.
  public func itemIdentifiers(
    inSection identifier: SectionIdentifierType
  ) -> [ItemIdentifierType] {
    indexOfSection(identifier).map { items[$0] } ?? []
  }

  /// The section in which an item is.
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

  /// Adds items at the end of a section, of the last one if none is named.
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType],
    toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {
    let index = sectionIdentifier.map(indexOfSection) ?? sectionIdentifiers.indices.last
    if let index { items[index] += identifiers }
  }

  /// Marks items as ones that have changed.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    reloadedItemIdentifiers += identifiers
  }
}

extension NSDiffableDataSourceSnapshot: Equatable {
  /// Whether two snapshots show the same.
  public static func == (first: Self, second: Self) -> Bool {
    first.sectionIdentifiers == second.sectionIdentifiers && first.items == second.items
  }
}

/// The results of an ``NSFetchedResultsController``: names of sections and IDs of objects.
///
/// It is a class of untyped values on Apple's platforms, which programs cast to this type.
public typealias NSDiffableDataSourceSnapshotReference =
  NSDiffableDataSourceSnapshot<String, NSManagedObjectID>
