import CorpusFiles
import Diagnostics
import Foundation
import ManagedModel
import ModelFiles
import ModelShorthand
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLSchema

struct PropertyTests {
  @Test(arguments: 0..<4)
  func `any model has a schema`(part: UInt64) throws {
    for seed in part * 500..<(part + 1) * 500 {
      var random = RandomModel(seed: seed)
      let model = ResolvedModel(random.model())
      let era = LayoutEra.allCases[Int(seed) % LayoutEra.allCases.count]
      try expectInvariants(of: model, era: era, "seed \(seed), \(era)")
    }
  }

  @Test(arguments: 0..<4)
  func `any model with hostile names has a schema`(part: UInt64) throws {
    for seed in part * 125..<(part + 1) * 125 {
      var random = RandomModel(seed: seed, names: RandomModel.hostileNames)
      let model = ResolvedModel(random.model())
      try expectInvariants(of: model, era: .current, "hostile seed \(seed)")
    }
  }

  @Test func `the order of entities and properties in the file makes no difference`() {
    for seed: UInt64 in 0..<200 {
      var random = RandomModel(seed: seed)
      let straight = random.model()
      let names = straight.entities.map(\.name)
      let unique =
        Set(names).count == names.count
        && straight.entities.allSatisfy {
          Set($0.properties.map(\.name)).count == $0.properties.count
        }
      guard unique else { continue }
      var turned = straight
      turned.entities.reverse()
      for position in turned.entities.indices { turned.entities[position].properties.reverse() }
      let first = SQLiteSchema(ResolvedModel(straight))
      let second = SQLiteSchema(ResolvedModel(turned))
      #expect(first.statements.map(\.text) == second.statements.map(\.text), "seed \(seed)")
      #expect(first.primaryKeyRows == second.primaryKeyRows, "seed \(seed)")
    }
  }

  @Test(.enabled(if: Corpus.isAvailable()))
  func `every model of the corpus has a schema`() throws {
    #expect(!Corpus.contents.isEmpty)
    for file in Corpus.contents {
      let reading = ContentsReader.read(Array(try Data(contentsOf: file)))
      let model = ResolvedModel(try #require(reading.model))
      for era in LayoutEra.allCases {
        try expectInvariants(of: model, era: era, Corpus.name(of: file))
      }
      // Real models have ordinary names, which Core Data never quotes.
      let texts = SQLiteSchema(model).statements.map(\.text)
      #expect(!texts.contains { $0.contains("\"") }, "\(Corpus.name(of: file))")
    }
  }
}

struct HostileNameTests {
  @Test(arguments: RandomModel.hostileNames)
  func `a hostile name stays a name`(name: String) throws {
    let resolved = model(
      entity(
        name,
        indexes: [fetchIndex(name, name, "other")],
        unique: [[name]],
        attribute(name),
        attribute("other", .integer64),
        attribute("copy", derivedBy: "canonical:(other)"),
        toMany("many", name, inverse: "many")
      )
    )
    try expectInvariants(of: resolved, era: .current, "\(name.prefix(40).debugDescription)")
    let database = try SQLiteConnection.store(SQLiteSchema(resolved))
    defer { database.close() }
    #expect(try database.value("SELECT Z_NAME FROM Z_PRIMARYKEY") == .text(name))
    let table = "Z" + name.uppercased()
    #expect(
      try database.value("SELECT count(*) FROM sqlite_master WHERE name = ?", .text(table)) == 1
    )
  }

  @Test func `a null character is reported and replaced`() throws {
    let resolved = model(
      entity("a\0b", indexes: [fetchIndex("i\0", "x\0", "x")], attribute("x\0"), attribute("x"))
    )
    let schema = SQLiteSchema(resolved)
    #expect(
      schema.mapping.issues.map(\.message) == [
        "the name of entity 'a\u{FFFD}b' contains a null character",
        "the name of attribute 'x\u{FFFD}' contains a null character",
        "the name of fetch index 'i\u{FFFD}' contains a null character",
      ]
    )
    #expect(schema.mapping.issues.allSatisfy { $0.severity == .error })
    try expectInvariants(of: resolved, era: .current, "null")
  }

  @Test func `more columns than SQLite holds are reported`() {
    let many = Entity(
      name: "Wide",
      properties: (0..<1_998).map { attribute("a\($0)", .integer16) }
    )
    let issues = CoreDataLayout.mapping(of: ResolvedModel(Model(entities: [many]))).issues
    #expect(
      issues.map(\.message) == [
        "entity 'Wide' and its subentities need 2001 columns in one table; SQLite allows 2000"
      ]
    )
  }

  @Test(.timeLimit(.minutes(30)))
  func `large models take little time`() {
    let siblings = (0..<5_000).map {
      Entity(
        name: "E\($0)",
        parentName: "Root",
        properties: [
          attribute("same", .integer16)
        ]
      )
    }
    // The maximum depth of an entity tree.
    let chain = (0..<128).map { number in
      Entity(
        name: "C\(number)",
        parentName: number == 0 ? nil : "C\(number - 1)",
        properties: [attribute("p\(number)")]
      )
    }
    let entities = [Entity(name: "Root")] + siblings + chain
    let clock = ContinuousClock()
    let time = clock.measure {
      let mapping = CoreDataLayout.mapping(of: ResolvedModel(Model(entities: entities)))
      #expect(mapping.tables[0].columns.count == 131)
      #expect(mapping.tables[1].columns.last?.name == "ZSAME4999")
    }
    print("5,129 entities laid out in \(time)")
  }
}
