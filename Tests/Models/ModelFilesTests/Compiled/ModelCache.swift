import CSQLite
import CZlib
import CorpusFiles
import Foundation

/// The models that stores of the collection keep in their caches.
enum ModelCache {
  /// The stores that have a cache, by the names of their folders.
  static let stores = [
    "alemar11+CoreDataPlus-3b1893d7/SampleModel2V2.sqlite",
    "alemar11+CoreDataPlus-517be7b0/SampleModelV1.sqlite",
    "alemar11+CoreDataPlus-694ba15d/SampleModelV2.sqlite",
    "bignerdranch+CoreDataStack-e5c1e58b/TestModel.sqlite",
    "contentful+contentful-persistence.swift-9cff6f07/Test.sqlite",
    "duckduckgo+BrowserServicesKit-1a3bbe60/Bookmarks_V5.sqlite",
    "duckduckgo+BrowserServicesKit-dbfdd217/Bookmarks_V1.sqlite",
    "duckduckgo+BrowserServicesKit-fa7da3e2/SyncMetadata_V3.sqlite",
    "kean+Pulse-f6812035/logs.sqlite",
    "objcio+core-data-2a089d49/Moody 5.moody",
  ]

  /// The archive in the cache of a store; nil if the store's main file has none (it may still be in the
  /// write-ahead log, which is not read).
  static func archive(of store: String) -> [UInt8]? {
    let file = Corpus.folder.appending(path: "stores/\(store)")
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    let name = file.absoluteString + "?immutable=1"
    guard sqlite3_open_v2(name, &database, flags, nil) == SQLITE_OK else { return nil }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let text = "SELECT Z_CONTENT FROM Z_MODELCACHE"
    guard sqlite3_prepare_v2(database, text, -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW, let blob = sqlite3_column_blob(statement, 0)
    else { return nil }
    let count = Int(sqlite3_column_bytes(statement, 0))
    return inflate([UInt8](UnsafeRawBufferPointer(start: blob, count: count)))
  }

  /// Inflates raw DEFLATE data.
  private static func inflate(_ input: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, size) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = input
    var output = [UInt8](repeating: 0, count: 1 << 20)
    let count = output.count
    let status = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(count)
        return CZlib.inflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END else { return nil }
    return Array(output.prefix(count - Int(stream.avail_out)))
  }
}
