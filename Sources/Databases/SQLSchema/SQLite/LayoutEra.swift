/// The eras of Core Data's SQLite layout, distinguished by changes in the text of a new store.
///
/// An era is named for the first system with its layout. The versions are those of `NSPersistenceFrameworkVersion` in
/// a store's metadata.
package enum LayoutEra: String, Sendable, Hashable, CaseIterable {
  /// Versions up to 320 (2009–2011). Like ``ios5``, but the columns of one type were in the order of a dictionary
  /// that is not known; here they are sorted, so new stores of that era are not matched.
  case ios3

  /// Versions 386 to 419 (2011–2012). Every index directly follows its table.
  case ios5

  /// Versions 479 to 526 (2013–2014). All tables come before all indexes; the journal is a
  /// write-ahead log.
  case ios7

  /// Versions 637 to 754 (2015–2016). There is a model cache, and there are uniqueness constraints,
  /// written into the table.
  case ios9

  /// Versions 847 to 977 (2017–2019). Fetch indexes: index names contain the names of entities, index columns have a
  /// collation and a direction; uniqueness constraints are indexes.
  case ios11

  /// Versions 1044 to 1239 (2020–2022). Triggers of derived attributes that other entities inherit act only on rows
  /// of these entities.
  case ios14

  /// Versions from 1251 (2022). A fetch index on a single attribute comes with an index named after
  /// the attribute.
  case current
}

extension LayoutEra {
  /// The era of stores that were created by the given version of the framework.
  ///
  /// Between two eras whose boundary is not known exactly, the earlier is chosen.
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

  /// The versions of the era, as `NSPersistenceFrameworkVersion` values in a store's metadata.
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

  /// Whether a table's indexes directly follow it.
  var placesIndexesBehindTables: Bool { self == .ios3 || self == .ios5 }

  /// Whether indexes are created from ``Entity/fetchIndexes`` and contain the names of entities.
  var hasFetchIndexes: Bool { self == .ios11 || self == .ios14 || self == .current }

  /// Whether triggers of inherited derived attributes name the entities whose rows they act on.
  ///
  /// Those of stores of version 1044 do, those of one of version 1344 do not.
  var limitsTriggersToEntities: Bool { self == .ios14 }

  /// Whether a fetch index on a single attribute comes with an index named after the attribute.
  ///
  /// It depends on the mark `NSIsIndexed` in the compiled model, which a `contents` file does not show. All known
  /// stores with such indexes (six, of versions 1251 to 1338) have the marks and the repeated indexes; those of
  /// versions 1145 and 1239 have neither, and no newer store is known that lacks them. So the version is the best
  /// criterion, and repeating is right for today's stores. Where it is wrong, there is an index that Core Data does
  /// not use, which only costs space.
  var repeatsSingleAttributeIndexes: Bool { self == .current }

  /// Whether uniqueness constraints are part of the definition of the table.
  var writesConstraintsIntoTables: Bool { self == .ios9 }

  /// Whether the store holds a copy of its model.
  var hasModelCache: Bool { self == .ios9 || hasFetchIndexes }

  /// The size of the database's pages in bytes.
  var pageSize: Int { self == .ios3 ? 2_048 : 4_096 }

  /// Whether the journal is a write-ahead log, rather than a rollback journal.
  var usesWriteAheadLog: Bool { self == .ios7 || hasModelCache }
}
