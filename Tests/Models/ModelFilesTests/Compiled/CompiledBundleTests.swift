import CorpusFiles
import Diagnostics
import Foundation
import ManagedModel
import PropertyLists
import Testing

@testable import ModelFiles

@Suite struct CompiledBundleTests {
  @Test func readsItsOutput() throws {
    let bundle = CompiledBundle(
      versions: [
        version(
          "Model 2",
          seed: 3,
          hashes: ["E": Array(repeating: 7, count: 32)],
          checksum: "abc="
        ),
        version("Model", seed: 4), version("Model.3", seed: 5, checksum: "def="),
      ],
      currentVersionName: "Model 2"
    )
    let files = try bundle.files()
    #expect(files.map(\.name) == ["Model 2.mom", "Model.3.mom", "Model.mom", "VersionInfo.plist"])
    #expect(files.allSatisfy { CompiledBundle.isPart($0.name) })
    var collector = DiagnosticCollector()
    // The order of files in a directory is arbitrary.
    let read = try CompiledBundle(files: files.reversed(), reportingTo: &collector)
    let isEqual = read == bundle
    #expect(isEqual)
    #expect(read.currentVersion?.name == "Model 2")
    #expect(try read.files() == files)
    #expect(collector.diagnostics.isEmpty)
  }

  @Test func takesTheOnlyVersionForTheCurrentOne() throws {
    var collector = DiagnosticCollector()
    let only = CompiledBundle(versions: [version("A", seed: 1)])
    let files = try only.files().filter { $0.name != "VersionInfo.plist" }
    let read = try CompiledBundle(files: files, reportingTo: &collector)
    #expect(read.currentVersionName == nil)
    #expect(read.currentVersion?.name == "A")
    let two = CompiledBundle(versions: [version("A", seed: 1), version("B", seed: 1)])
    #expect(two.currentVersion == nil)
  }

  @Test func leavesOtherFilesAlone() throws {
    let files =
      try CompiledBundle(versions: [version("A", seed: 1)]).files()
      + [CompiledBundle.File(name: "A.omo", bytes: Array("momv2$".utf8))]
    var collector = DiagnosticCollector()
    #expect(try CompiledBundle(files: files, reportingTo: &collector).versions.count == 1)
    #expect(!CompiledBundle.isPart("A.omo"))
  }

  static let broken: [(files: [CompiledBundle.File], message: String)] = [
    ([], "the bundle holds no .mom file"),
    (
      [.init(name: "A.mom", bytes: [])],
      "A.mom: it is not a property list: it does not begin with 'bplist'"
    ),
    (
      [.init(name: "VersionInfo.plist", bytes: [1])],
      "VersionInfo.plist: it is not a binary property list: it does not begin with 'bplist'"
    ),
    (
      [.init(name: "VersionInfo.plist", bytes: PropertyList.array([]).binary())],
      "VersionInfo.plist: VersionInfo.plist is an array, not a dictionary"
    ),
    (
      [
        .init(
          name: "VersionInfo.plist",
          bytes: PropertyList.dictionary([
            "NSManagedObjectModel_VersionHashes": ["A": ["E": .string("x")]]
          ]).binary()
        )
      ],
      "VersionInfo.plist: the hash of 'E' in VersionInfo.plist is a string"
    ),
  ]

  @Test(arguments: broken)
  func saysWhichFileIsWrong(files: [CompiledBundle.File], message: String) {
    var collector = DiagnosticCollector()
    #expect(throws: CompiledModelError(message)) {
      try CompiledBundle(files: files, reportingTo: &collector)
    }
  }

  @Test func refusesACurrentVersionThatIsMissing() throws {
    var bundle = CompiledBundle(versions: [version("A", seed: 1)])
    bundle.currentVersionName = "B"
    let files = try bundle.files()
    var collector = DiagnosticCollector()
    #expect(
      throws: CompiledModelError("the bundle has no 'B.mom', which is its current version")
    ) { try CompiledBundle(files: files, reportingTo: &collector) }
  }

  @Test func refusesTwoVersionsOfOneName() {
    let bundle = CompiledBundle(versions: [version("A", seed: 1), version("A", seed: 2)])
    #expect(throws: CompiledModelError("two versions are called 'A'")) { try bundle.files() }
  }

  /// Apple's bundles: the recorded identities are those that we compute for the models.
  @Test(
    .enabled(if: Corpus.isAvailable()),
    arguments: [
      "compiled/Karim-ezzedine+CartKit/Sources/CartKitStorageCoreData/Resources/CartStorage.momd",
      "compiled/alemar11+CoreDataPlus/Tests/Resources/SampleModel3/Fixtures/SampleModel3.momd",
    ]
  )
  func readsAppleBundles(path: String) throws {
    let folder = Corpus.folder.appending(path: path)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let files = try names.map { name in
      CompiledBundle.File(
        name: name,
        bytes: try [UInt8](Data(contentsOf: folder.appending(path: name)))
      )
    }
    var collector = DiagnosticCollector()
    let bundle = try CompiledBundle(files: files, reportingTo: &collector)
    #expect(bundle.currentVersion != nil)
    #expect(bundle.versions.count == names.count { $0.hasSuffix(".mom") })
    for version in bundle.versions {
      let hashes = VersionHashes(ResolvedModel(version.model))
      #expect(version.checksum == hashes.checksum)
      #expect(
        version.hashes
          == Dictionary(uniqueKeysWithValues: hashes.entities.map { ($0.name, $0.bytes) })
      )
    }
    let info = try #require(files.first { $0.name == "VersionInfo.plist" })
    let written = try #require(try bundle.files().first { $0.name == "VersionInfo.plist" })
    #expect(
      try VersionInfo(PropertyList(binary: info.bytes))
        == VersionInfo(PropertyList(binary: written.bytes))
    )
  }

  private func version(
    _ name: String,
    seed: UInt64,
    hashes: [String: [UInt8]] = [:],
    checksum: String? = nil
  ) -> CompiledBundle.Version {
    CompiledBundle.Version(
      name: name,
      model: RandomModel.make(seed: seed).compiledForm,
      hashes: hashes,
      checksum: checksum
    )
  }
}
