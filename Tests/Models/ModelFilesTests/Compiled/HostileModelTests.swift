import CorpusFiles
import Diagnostics
import Foundation
import ManagedModel
import PropertyLists
import Testing

@testable import ModelFiles

/// Bytes that no compiler wrote: the result is a readable error or a model.
@Suite struct HostileModelTests {
  @Test func survivesEveryTruncation() throws {
    let bytes = try CompiledModelWriter.bytes(of: RandomModel.make(seed: 11))
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: CompiledModelError.self) { try read(Array(bytes[..<count])) }
    }
  }

  @Test(arguments: 0..<20)
  func survivesMutations(series: UInt64) throws {
    let original = try CompiledModelWriter.bytes(of: RandomModel.make(seed: series))
    mutate(original, times: 20, seed: series)
  }

  @Test(.enabled(if: Corpus.isAvailable()), arguments: CompiledSample.all)
  func survivesMutationsOfAppleFiles(sample: CompiledSample) throws {
    mutate(try sample.bytes(), times: 300, seed: 7)
  }

  @Test(.enabled(if: Corpus.isAvailable()))
  func survivesMutationsOfAModelCache() throws {
    mutate(try #require(ModelCache.archive(of: ModelCache.stores[0])), times: 300, seed: 9)
  }

  /// Changes a few bytes, often to small numbers, which are likely to be references.
  private func mutate(_ original: [UInt8], times: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<times {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let position = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: bytes[position] = .random(in: 0...255, using: &random)
        default: bytes[position] = .random(in: 0...40, using: &random)
        }
      }
      guard let model = try? read(bytes) else { continue }
      // A readable model can be written, or is refused.
      _ = try? CompiledModelWriter.bytes(of: model)
    }
  }

  @Test func keepsItsWordOnSharedObjects() {
    // An AND of twice the same AND of twice the same …
    var objects = archive(predicate: 20)
    let first = objects.count
    let depth = 100
    for level in 0..<depth {
      let next = PropertyList.uid(first + 2 * level + 2)
      objects.append([
        "NSCompoundPredicateType": .integer(1), "NSSubpredicates": .uid(first + 2 * level + 1),
        "$class": .uid(5),
      ])
      objects.append(["NS.objects": .array([next, next]), "$class": .uid(7)])
    }
    objects.append(["$class": .uid(6)])
    objects[4] = request(predicate: first)
    #expect(
      throws: CompiledModelError("the archive expands into too many objects")
    ) { try read(file(objects)) }
  }

  @Test func refusesPredicatesInCircles() {
    var objects = archive(predicate: 8)
    objects.append([
      "NSCompoundPredicateType": .integer(0), "NSSubpredicates": .uid(9), "$class": .uid(5),
    ])
    objects.append(["NS.objects": .array([.uid(8)]), "$class": .uid(7)])
    #expect(
      throws: CompiledModelError("fetch request 'r': its predicate is nested too deeply")
    ) { try read(file(objects)) }
  }

  @Test func refusesEntitiesThatAreTheirOwnAncestors() {
    #expect(throws: CompiledModelError("NSEntityDescription (object 5) is its own ancestor")) {
      try read(
        file([
          .string("$null"), ["NSEntities": .uid(3), "$class": .uid(2)],
          ["$classname": .string("NSManagedObjectModel")],
          ["NS.keys": .array([.uid(6)]), "NS.objects": .array([.uid(5)]), "$class": .uid(4)],
          ["$classname": .string("NSDictionary")],
          ["NSEntityName": .uid(6), "NSSuperentity": .uid(5), "$class": .uid(7)],
          .string("E"),
          ["$classname": .string("NSEntityDescription")],
        ])
      )
    }
  }

  @Test(arguments: [
    ([], "it is not a property list: it does not begin with 'bplist'"),
    (
      Array("momv2$".utf8),
      "it is an optimized model (.omo), which cannot be read; the .mom file beside it can"
    ),
    (PropertyList.array([]).binary(), "the property list is not an archive of NSKeyedArchiver"),
    (
      file([.string("$null"), ["$class": .uid(2)], ["$classname": .string("NSArray")]]),
      "it holds an object of NSArray, not a model"
    ),
    (
      file([
        .string("$null"), ["NSEntities": .uid(1), "$class": .uid(2)],
        ["$classname": .string("NSManagedObjectModel")],
      ]),
      "NSManagedObjectModel (object 1) is not a dictionary"
    ),
  ])
  func reportsTheProblem(bytes: [UInt8], message: String) {
    #expect(throws: CompiledModelError(message)) { try read(bytes) }
  }

  private func read(_ bytes: [UInt8]) throws -> Model {
    var collector = DiagnosticCollector()
    return try CompiledModelReader.read(bytes, reportingTo: &collector)
  }

  /// The objects of a model with a fetch request, up to its predicate.
  private func archive(predicate: Int) -> [PropertyList] {
    [
      .string("$null"),
      ["NSFetchRequestTemplates": .uid(3), "$class": .uid(2)],
      ["$classname": .string("NSManagedObjectModel")],
      [
        "NS.keys": .array([.string("r")]), "NS.objects": .array([.uid(4)]),
        "$class": .uid(7),
      ],
      request(predicate: predicate),
      ["$classname": .string("NSCompoundPredicate")],
      ["$classname": .string("NSTruePredicate")],
      [
        "$classname": .string("NSCollection"),
        "$classes": .array(["NSCollection", "NSDictionary", "NSArray"].map { .string($0) }),
      ],
    ]
  }

  private func request(predicate: Int) -> PropertyList {
    ["NSPredicate": .uid(predicate), "$class": .uid(7)]
  }
}

/// The file of an archive with the given objects, of which the second is the root.
private func file(_ objects: [PropertyList]) -> [UInt8] {
  let list: PropertyList = [
    "$archiver": .string("NSKeyedArchiver"), "$top": ["root": .uid(1)], "$objects": .array(objects),
  ]
  return list.binary()
}
