/// The ages of Core Data's SQLite layout, told apart by what changed in the text of a new store.
///
/// An era is named for the first system that had its layout. The versions are those of
/// `NSPersistenceFrameworkVersion` in a store's metadata.
package enum LayoutEra: String, Sendable, Hashable, CaseIterable {
  /// Versions up to 320 (2009–2011). As ``ios5``, but the columns of one type stood in the order of a
  /// dictionary that is not known; here they are sorted, so new stores of that age are not matched.
  case ios3

  /// Versions 386 to 419 (2011–2012). Every index stands right behind its table.
  case ios5

  /// Versions 479 to 526 (2013–2014). All tables come before all indexes; the journal is a
  /// write-ahead log.
  case ios7

  /// Versions 637 to 754 (2015–2016). There is a model cache, and there are uniqueness constraints,
  /// written into the table.
  case ios9

  /// Versions 847 to 977 (2017–2019). Fetch indexes: indexes bear the names of entities, their columns
  /// a collation and a direction; uniqueness constraints are indexes.
  case ios11

  /// Versions 1044 to 1239 (2020–2022). Triggers of derived attributes that other entities inherit work
  /// on rows of these entities alone.
  case ios14

  /// Versions from 1251 (2022). A fetch index on a single attribute comes with an index named after
  /// the attribute.
  case current
}

extension LayoutEra {
  /// The era of stores made by the given version of the framework.
  ///
  /// Between two eras whose border is not known exactly, the earlier is taken.
  package init(frameworkVersion version: Int) {
    self =
      switch version {
      case ..<386: .ios3
      case ..<479: .ios5
      case ..<637: .ios7
      case ..<847: .ios9
      case ..<1_044: .ios11
      case ..<1_251: .ios14
      default: .current
      }
  }

  /// The versions of the era, as `NSPersistenceFrameworkVersion` in a store's metadata has them.
  package var frameworkVersions: String {
    switch self {
    case .ios3: "to 385"
    case .ios5: "386 to 478"
    case .ios7: "479 to 636"
    case .ios9: "637 to 846"
    case .ios11: "847 to 1043"
    case .ios14: "1044 to 1250"
    case .current: "from 1251"
    }
  }

  /// The systems and years of the era, for lists of choices.
  package var summary: String {
    switch self {
    case .ios3: "iOS 3 and 4, 2009–2011 (the order of columns is not exact)"
    case .ios5: "iOS 5 and 6, 2011–2012"
    case .ios7: "iOS 7 and 8, 2013–2014"
    case .ios9: "iOS 9 and 10, 2015–2016"
    case .ios11: "iOS 11 to 13, 2017–2019"
    case .ios14: "iOS 14 to 16, 2020–2022"
    case .current: "since the end of 2022"
    }
  }

  /// Whether a table's indexes stand right behind it.
  var placesIndexesBehindTables: Bool { self == .ios3 || self == .ios5 }

  /// Whether indexes are made from ``Entity/fetchIndexes`` and bear the names of entities.
  var hasFetchIndexes: Bool { self == .ios11 || self == .ios14 || self == .current }

  /// Whether triggers of inherited derived attributes name the entities whose rows they work on.
  ///
  /// Stores of version 1044 do, one of version 1344 does not.
  var limitsTriggersToEntities: Bool { self == .ios14 }

  /// Whether a fetch index on a single attribute brings an index named after the attribute.
  ///
  /// It depends on the mark `NSIsIndexed` in the compiled model, which a `contents` file does not show.
  /// All known stores with such indexes (six, of versions 1251 to 1338) have the marks and the repeated
  /// indexes; those of versions 1145 and 1239 have neither, and no store is known that is newer and
  /// lacks them. So the version is the best guide there is, and repeating is right for today's stores.
  /// Where it is wrong, an index is there that Core Data does not look for, which costs space alone.
  var repeatsSingleAttributeIndexes: Bool { self == .current }

  /// Whether uniqueness constraints are written into the definition of the table.
  var writesConstraintsIntoTables: Bool { self == .ios9 }

  /// Whether the store holds a copy of its model.
  var hasModelCache: Bool { self == .ios9 || hasFetchIndexes }

  /// The size of the database's pages in bytes.
  var pageSize: Int { self == .ios3 ? 2_048 : 4_096 }

  /// Whether changes are written ahead, rather than to a rollback journal.
  var usesWriteAheadLog: Bool { self == .ios7 || hasModelCache }
}
