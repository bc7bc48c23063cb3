import Foundation
import ManagedModel
import ModelFiles
import SQLDriver
import SQLiteDriver
import StoreMigration
import StoreSamples
import Testing

/// A store of books, with two of each thing that a check can report.
enum LibraryStore {
  private static let text = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Author" parentEntity="Person">
        <attribute name="bookCount" optional="YES" attributeType="Integer 64" derived="YES" \
    derivationExpression="books.@count"/>
        <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book" \
    inverseName="author" inverseEntity="Book"/>
      </entity>
      <entity name="Book">
        <attribute name="cover" optional="YES" attributeType="Binary" \
    allowsExternalBinaryDataStorage="YES"/>
        <attribute name="isbn" attributeType="String"/>
        <attribute name="title" attributeType="String"/>
        <relationship name="author" maxCount="1" destinationEntity="Author" inverseName="books" \
    inverseEntity="Author"/>
        <relationship name="editor" optional="YES" maxCount="1" destinationEntity="Person" \
    inverseName="edited" inverseEntity="Person"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" \
    inverseName="books" inverseEntity="Tag"/>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="isbn"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      <entity name="Person">
        <attribute name="name" attributeType="String"/>
        <relationship name="edited" optional="YES" toMany="YES" destinationEntity="Book" \
    inverseName="editor" inverseEntity="Book"/>
      </entity>
      <entity name="Tag">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book" \
    inverseName="tags" inverseEntity="Book"/>
      </entity>
    </model>
    """

  static func model() throws -> Model { try model(text) }

  /// The model of a `contents` file.
  static func model(_ text: String) throws -> Model {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).contents")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    let outcome = ModelLoader().load(file.path)
    return try #require(outcome.loaded, "\(outcome.diagnostics)").resolved.model
  }

  /// Creates the store, without problems.
  static func make(tracksHistory: Bool = false, journal: String = "WAL") throws -> StoreFile {
    let file = try StoreFile(
      of: StoredModel(model()),
      isFilled: false,
      tracksHistory: tracksHistory,
      journal: journal
    )
    try file.withConnection { connection in
      try connection.execute(
        """
        INSERT INTO ZPERSON(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(1, 3, 1, 'Ann'), (2, 2, 1, 'Bob');
        INSERT INTO ZBOOK(Z_PK, Z_ENT, Z_OPT, ZAUTHOR, ZEDITOR, Z2_EDITOR, ZISBN, ZTITLE)
          VALUES(1, 1, 1, 1, 2, 2, 'a', 'A'), (2, 1, 1, 1, 1, 3, 'b', 'B');
        INSERT INTO ZTAG(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(1, 4, 1, 'x');
        INSERT INTO Z_1TAGS(Z_1BOOKS, Z_4TAGS) VALUES(1, 1);
        UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_ENT IN (1, 2);
        UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_ENT = 4;
        """
      )
    }
    return file
  }
}

extension StoreFile {
  func inspection(
    candidates: [ModelCandidate] = [],
    depth: StoreInspector.Depth = .everything
  ) throws -> StoreInspection {
    try OpenedStore.withStore(at: url.path, busyTimeoutMilliseconds: 0) { store in
      try StoreInspector(candidates: candidates, current: candidates.last, depth: depth)
        .inspection(of: store)
    }
  }

  /// The names and contents of all files in the folder.
  func surroundings() throws -> [String: Data] {
    var result: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      result[name] = FileManager.default.contents(atPath: folder.appending(path: name).path)
    }
    return result
  }
}
