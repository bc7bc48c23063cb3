import CorpusFiles
import Diagnostics
import Foundation
import ManagedModel
import PropertyLists
import Testing

@testable import ModelFiles

/// A compiled model by Apple's compiler, and the source it was compiled from.
struct CompiledSample: CustomTestStringConvertible {
  var compiled: String
  var source: String

  /// Archives of an old compiler, which differ.
  var isBeforeXcode9 = false

  var testDescription: String { compiled.split(separator: "/").last.map(String.init) ?? compiled }

  static let all: [CompiledSample] = {
    let plus = "compiled/alemar11+CoreDataPlus/Tests/Resources"
    let cart = "compiled/Karim-ezzedine+CartKit/Sources/CartKitStorageCoreData/Resources"
    let three = "\(plus)/SampleModel3"
    return [
      CompiledSample(
        compiled: "\(cart)/CartStorage.momd/CartStorage.mom",
        source: "\(cart)/CartStorage.xcdatamodeld/CartStorage.xcdatamodel/contents"
      ),
      CompiledSample(
        compiled: "compiled/ZeeQL+ZeeQL3/data/Contacts.mom",
        source: "compiled/ZeeQL+ZeeQL3/data/Contacts.xcdatamodel/contents",
        isBeforeXcode9: true
      ),
      CompiledSample(
        compiled: "\(plus)/SampleModel/Fixtures/SampleModel.momd/SampleModel3.mom",
        source: "\(plus)/SampleModel/SampleModel.xcdatamodeld/SampleModel3.xcdatamodel/contents"
      ),
    ]
      + ["SampleModel3", "SampleModel3_v2", "SampleModel3_v3"].map {
        CompiledSample(
          compiled: "\(three)/Fixtures/SampleModel3.momd/\($0).mom",
          source: "\(three)/SampleModel3.xcdatamodeld/\($0).xcdatamodel/contents"
        )
      }
  }()

  func bytes() throws -> [UInt8] {
    try [UInt8](Data(contentsOf: Corpus.folder.appending(path: compiled)))
  }

  func model() throws -> Model {
    let bytes = try [UInt8](Data(contentsOf: Corpus.folder.appending(path: source)))
    var model = try #require(ContentsReader.read(bytes).model)
    if isBeforeXcode9 {
      // The compilers of the time left out most of a fetch request (Apple's bug 13863607).
      for index in model.fetchRequests.indices {
        model.fetchRequests[index].fetchLimit = nil
        model.fetchRequests[index].fetchBatchSize = nil
        model.fetchRequests[index].returnsDistinctResults = false
      }
    }
    return model
  }
}

@Suite(.enabled(if: Corpus.isAvailable()))
struct CompiledSampleTests {
  @Test(arguments: CompiledSample.all)
  func readsTheValuesOfTheSource(sample: CompiledSample) throws {
    var collector = DiagnosticCollector()
    let model = try CompiledModelReader.read(try sample.bytes(), reportingTo: &collector)
    let expected = try sample.model().compiledForm
    #expect(model.firstDifference(from: expected) == nil)
    let isEqual = model == expected
    #expect(isEqual)
    #expect(collector.diagnostics.isEmpty)
  }

  @Test(arguments: CompiledSample.all)
  func writesTheGraphThatAppleWrites(sample: CompiledSample) throws {
    let apple = try KeyedArchive(try PropertyList(binary: try sample.bytes()))
    let own = try KeyedArchive(try CompiledModelWriter.archive(of: try sample.model()))
    var ignored: Set = ["CDMCompilerToolVersion", "CDMCompilerXcodeVersion"]
    if sample.isBeforeXcode9 { ignored.insert("NSAllocationType") }
    var comparison = ArchiveComparison(ignoring: ignored)
    comparison.compare(try own.root(), try apple.root(), at: "model")
    #expect(comparison.differences.isEmpty, "\(comparison.differences.joined(separator: "\n"))")
    #expect(own.objects.count <= apple.objects.count)
  }

  /// Objects have the same numbers as in Apple's archives. (Only in small ones: dictionaries are in
  /// another order.)
  @Test(arguments: CompiledSample.all.filter { $0.compiled.contains("SampleModel3.momd") })
  func numbersObjectsAsAppleDoes(sample: CompiledSample) throws {
    let apple = try KeyedArchive(try PropertyList(binary: try sample.bytes())).objects
    let own = try KeyedArchive(try CompiledModelWriter.archive(of: try sample.model())).objects
    #expect(own.map(Self.kind) == apple.map(Self.kind))
  }

  /// An object without its contents: its class, and names that distinguish objects of the class.
  private static func kind(_ object: PropertyList) -> [PropertyList?] {
    guard let fields = object.dictionary else { return [object] }
    return ["$class", "$classname", "NSEntityName", "NSEntity"].map { fields[$0] }
  }

  /// Every model of the collection can be compiled, and is equivalent afterwards.
  @Test(arguments: Corpus.contents)
  func compiledSourcesReadBack(file: URL) throws {
    let reading = ContentsReader.read(try [UInt8](Data(contentsOf: file)))
    let model = try #require(reading.model)
    var collector = DiagnosticCollector()
    let bytes = try CompiledModelWriter.bytes(of: model)
    let read = try CompiledModelReader.read(bytes, reportingTo: &collector)
    #expect(read.firstDifference(from: model.compiledForm) == nil)
    let isEqual = read == model.compiledForm
    #expect(isEqual)
    #expect(collector.diagnostics.isEmpty)
    #expect(try CompiledModelWriter.bytes(of: read) == bytes)
  }
}

/// Checks the comparison itself: one that finds nothing would prove nothing.
@Suite struct ArchiveComparisonTests {
  static let changes: [@Sendable (inout Model) -> Void] = [
    { $0.entities[0].name = "Other" }, { $0.entities[0].isAbstract = true },
    { $0.entities[0].properties.removeLast() }, { $0.entities.removeLast() },
    { $0.entities[0].userInfo = UserInfo(entries: [UserInfoEntry(key: "k", value: "v")]) },
    { $0.header.userDefinedModelVersionIdentifier = "9" },
  ]

  @Test(arguments: changes)
  func findsDifferences(change: @Sendable (inout Model) -> Void) throws {
    let model = Model(entities: [
      Entity(name: "A", properties: [.attribute(Attribute(name: "x", type: .string))]),
      Entity(name: "B"),
    ])
    var other = model
    change(&other)
    var comparison = ArchiveComparison(ignoring: [])
    comparison.compare(
      try KeyedArchive(CompiledModelWriter.archive(of: model)).root(),
      try KeyedArchive(CompiledModelWriter.archive(of: other)).root(),
      at: "model"
    )
    #expect(!comparison.differences.isEmpty)
  }
}
