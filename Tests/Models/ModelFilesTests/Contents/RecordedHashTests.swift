import CorpusFiles
import Digests
import Foundation
import ManagedModel
import ModelFiles
import Testing

/// The version hashes of real models equal those that Apple's tools recorded for them.
@Suite(.enabled(if: Corpus.isAvailable()))
struct RecordedHashTests {
  /// Entity and hash, as recorded in a compiled model or in a store.
  struct Record: Hashable {
    var entity: String
    var hash: String
  }

  static let recorded: [String: Set<Record>] = {
    let table = Corpus.folder.appending(path: "hashes.tsv")
    let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
    var result: [String: Set<Record>] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 4 else { continue }
      let source = fields[0] + "|" + fields[1]
      result[source, default: []].insert(Record(entity: fields[2], hash: fields[3]))
    }
    return result
  }()

  static let computed: [Set<Record>] = Corpus.contents.compactMap { file in
    guard let data = try? Data(contentsOf: file),
      let model = ContentsReader.read([UInt8](data)).model
    else { return nil }
    return Set(
      VersionHashes(ResolvedModel(model)).entities.map {
        Record(entity: $0.name, hash: $0.bytes.hexadecimal)
      }
    )
  }

  @Test func thereAreRecords() {
    #expect(Self.withSource.count >= 5)
  }

  /// The recorded models whose source is in the collection too; some stores have none.
  static let withSource = recorded.keys.sorted().filter { key in
    let path = String(key.prefix { $0 != "|" })
    guard path.hasPrefix("stores/") else { return true }
    let store = path.split(separator: "/").prefix(2).joined(separator: "/")
    return Corpus.contents.contains { Corpus.name(of: $0).hasPrefix(store + "/") }
  }

  @Test(arguments: withSource)
  func equalsARealModel(source: String) throws {
    let records = try #require(Self.recorded[source])
    #expect(Self.computed.contains { records.isSubset(of: $0) }, "\(source)")
  }
}
