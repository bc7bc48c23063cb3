import Foundation
import ObjectRows
import SQLDriver
import SQLSchema
import SQLStore
import SQLiteDriver
import StoreMigration

/// The adapter to an SQLite database.
final class SQLiteAdapter: SQLAdapter {
  let file: SQLiteFile

  var connection: SQLiteConnection { file.connection }

  /// The check for the store that was opened.
  private let watch: VersionWatch

  init(
    _ file: SQLiteFile,
    _ model: SQLiteModel,
    slot: StoreSlot,
    store: SQLiteStore,
    cache: RowCache
  ) throws {
    self.file = file
    let watch = VersionWatch(file.connection, of: store)
    self.watch = watch
    try watch.confirm()
    let survey = TableSurvey(model.mapping, found: try file.tables())
    guard survey.missing.isEmpty else {
      throw SQLiteFailure.error(StoreError.lacksTables(survey.missing), at: file.url)
    }
    let engine = try StoreEngine(
      file.connection,
      model.mapping.named(as: survey),
      partOf: model.whole,
      entities: model.entities,
      store: slot.number,
      external: ExternalData(store: file.url),
      cache: cache,
      keepsHistory: store.keepsHistory,
      bookkeeping: CoreDataBookkeeping(watch: watch)
    )
    super.init(engine, slot: slot, store: store)
  }

  /// Reads, and throws if another program has migrated the store meanwhile, because its numbers of entities have
  /// other meanings then.
  override func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try translatingErrors {
      do {
        let result = try body()
        try watch.confirm()
        return result
      } catch {
        throw cause(of: error)
      }
    }
  }

  /// The reason for an error: a store of another version may lack tables and columns, for example.
  private func cause(of error: any Error) -> any Error {
    do {
      try watch.confirm()
      return error
    } catch StoreError.otherVersion {
      cache.removeAll()
      return StoreError.otherVersion
    } catch { return error }
  }

  /// Throws if the file was removed while it is open: it would accept writes, which would be lost.
  override func confirmPlace() throws {
    if connection.hasMoved { throw SQLiteFailure.moved(file.url) }
  }

  override func failure(_ error: any Error) -> any Error { SQLiteFailure.error(error, of: store) }

  override func objects(besides entities: Set<Int>) throws -> [String: Int] {
    let own = try super.objects(besides: entities)
    let others = try reading { try file.rowsOfOtherModels { engine.layout[$0] != nil } }
    return own.merging(others, uniquingKeysWith: +)
  }

  override func write(_ metadata: [String: Any]) throws { try file.write(metadata) }
}

extension ExternalData {
  /// Creates the storage of the large values of the store at a URL.
  init(store url: URL) {
    let isInFile = !StoreFiles.isNowhere(url)
    self.init(
      folder: isInFile ? Self.folder(for: url) : nil,
      or: isInFile ? Self.folderBesideLink(to: url) : nil
    )
  }

  /// The folder beside the link by which a store is named, if it is a link.
  static func folderBesideLink(to store: URL) -> URL? {
    ExternalDataFolder(ofStoreFileAt: store.path).linkPath
      .map { URL(fileURLWithPath: $0, isDirectory: true) }
  }

  /// The hidden folder of a store's files.
  static func folder(for store: URL) -> URL {
    URL(fileURLWithPath: ExternalDataFolder(ofStoreFileAt: store.path).path, isDirectory: true)
  }
}

extension SQLiteAdapter: ChangeNoticing {
  /// The number of commits of other connections, which SQLite counts.
  func numberOfForeignState() throws -> Int64 {
    guard case .integer(let number) = try connection.foreignState() else { return 0 }
    return number
  }
}
