import CorpusFiles
import Foundation
import ManagedModel
import ModelFiles
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLSchema

/// A store that Apple's Core Data wrote, with its model.
struct CorpusStore: Sendable, CustomTestStringConvertible {
  /// The name of the folder, which identifies the project.
  let name: String
  let file: URL

  /// The model's `contents` file, if it is known.
  let contents: URL?

  /// The model recovered from the store itself.
  let cachedModel: URL?

  var testDescription: String { name }

  static let all: [CorpusStore] = {
    let stores = Corpus.files(below: "stores") { file in
      let isDatabase = ["sqlite", "moody", "db", "storedata"].contains(file.pathExtension)
      return isDatabase
    }
    return stores.map { file in
      let folder = file.deletingLastPathComponent()
      let cached = folder.appending(path: "model_from_cache.json")
      return CorpusStore(
        name: folder.lastPathComponent,
        file: file,
        contents: Corpus.files(below: "stores/\(folder.lastPathComponent)/model") {
          $0.lastPathComponent == "contents"
        }.first,
        cachedModel: FileManager.default.fileExists(atPath: cached.path) ? cached : nil
      )
    }
  }()

  /// Opens a copy of the store: opening the original could checkpoint its log.
  func open<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "corpus-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: "store")
    for suffix in ["", "-wal"]
    where FileManager.default.fileExists(atPath: file.path + suffix) {
      let contents = try Data(contentsOf: URL(filePath: file.path + suffix))
      try contents.write(to: URL(filePath: copy.path + suffix))
    }
    let database = try SQLiteConnection(path: copy.path)
    defer { database.close() }
    return try body(database)
  }

  /// The framework version that last wrote the store.
  func frameworkVersion(_ database: SQLiteConnection) throws -> Int {
    let plist = try database.value("SELECT Z_PLIST FROM Z_METADATA").bytes ?? []
    let metadata = try PropertyListSerialization.propertyList(from: Data(plist), format: nil)
    return (metadata as? [String: Any])?["NSPersistenceFrameworkVersion"] as? Int ?? 0
  }

  /// The model in a file.
  static func model(contents: URL) throws -> ResolvedModel? {
    ContentsReader.read(Array(try Data(contentsOf: contents))).model.map { ResolvedModel($0) }
  }

  /// The models of the store, with their origins.
  func models() throws -> [(origin: String, model: ResolvedModel)] {
    var result: [(String, ResolvedModel)] = []
    if let contents, let model = try Self.model(contents: contents) {
      result.append(("contents", model))
    }
    if let cachedModel {
      result.append(("cache", ResolvedModel(try CachedModel.read(cachedModel))))
    }
    return result
  }
}
