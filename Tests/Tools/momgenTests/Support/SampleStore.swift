import Foundation
import ManagedModel
import ModelFiles
import PropertyLists
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration
import Testing

/// A store of the sample model League in a scratch folder, with a team and two players.
struct SampleStore {
  let scratch: Scratch
  var path: String { scratch.path("League.sqlite") }

  static let league = SampleModel.path("League")

  /// The text of a version of League.
  static func contents(of version: String) throws -> String {
    try String(contentsOfFile: "\(league)/\(version).xcdatamodel/contents", encoding: .utf8)
  }

  /// Creates a store of a version of League.
  init(version: String = "League", keepsModel: Bool = true) throws {
    scratch = try Scratch()
    let loaded = ModelLoader().load(Self.league, version: version).loaded
    let model = StoredModel(try #require(loaded).model)
    try withConnection(.create) { connection in
      try connection.execute(SQLiteSchema(model.mapping).script)
      let entries = [.init("NSStoreType", .string("SQLite"))] + model.identity.entries
      try connection.run(
        "INSERT INTO Z_METADATA VALUES(1, '6F0A4A0E-9A3C-4D43-A9C5-9C4A1D1E8B11', ?)",
        .blob(PropertyList.dictionary(PropertyListDictionary(entries)).binary())
      )
      if keepsModel {
        try connection.run("INSERT INTO Z_MODELCACHE VALUES(?)", .blob(model.archive()))
      }
      try connection.execute(
        """
        INSERT INTO ZTEAM(Z_PK, Z_ENT, Z_OPT, ZNAME, ZUNIFORMCOLOR) VALUES(1, 2, 1, 'Crew', 'Blue');
        INSERT INTO ZPLAYER(Z_PK, Z_ENT, Z_OPT, ZTEAM, ZEMAIL, ZFIRSTNAME, ZLASTNAME)
          VALUES(1, 1, 1, 1, 'a@example.com', 'Ann', 'Ace'), (2, 1, 1, NULL, 'b@example.com', 'Bob', 'Bee');
        UPDATE Z_PRIMARYKEY SET Z_MAX = 3 - Z_ENT;
        """
      )
    }
  }

  func withConnection<Result>(
    _ access: SQLiteOptions.Access = .readWrite,
    _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    let connection = try SQLiteConnection(path: path, options: SQLiteOptions(access: access))
    defer { connection.close() }
    return try body(connection)
  }

  /// Changes the hashes of the store.
  func changeHashes(
    _ hashes: (PropertyListDictionary) -> [PropertyListDictionary.Entry]
  ) throws {
    try withConnection { connection in
      let metadata = try #require(try StoreMetadata.read(connection))
      let entries = metadata.dictionary.entries.filter { $0.key != StoreMetadataKey.hashes }
      let changed = PropertyListDictionary(hashes(metadata.dictionary))
      let list = PropertyListDictionary(
        entries + [.init(StoreMetadataKey.hashes, .dictionary(changed))]
      )
      try connection.run(
        "UPDATE Z_METADATA SET Z_PLIST = ?",
        .blob(PropertyList.dictionary(list).binary())
      )
    }
  }

  func execute(_ sql: String) throws { try withConnection { try $0.execute(sql) } }

  func bytes() throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  /// The names of the files in the folder.
  func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: scratch.folder.path).sorted()
  }

  /// A run's output without the path of the scratch folder.
  func plain(_ text: String) -> String {
    text.replacingOccurrences(of: scratch.folder.path + "/", with: "")
  }
}
