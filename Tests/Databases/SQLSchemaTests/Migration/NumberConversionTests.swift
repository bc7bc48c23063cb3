import ManagedModel
import ModelComparison
import ModelShorthand
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLSchema

/// Tests of attributes whose numeric type changes.
struct NumberConversionTests {
  /// A value before and after the migration.
  struct Case: Sendable, CustomTestStringConvertible {
    var old: AttributeType
    var new: AttributeType
    var before: String
    var after: SQLValue
    var cautions: [MigrationCaution] = []
    var testDescription: String { "\(old) \(before) to \(new)" }
  }

  private static func correspondence(
    _ old: AttributeType,
    _ new: AttributeType
  ) -> ModelCorrespondence {
    func version(_ type: AttributeType) -> ResolvedModel {
      model(entity("A", .attribute(Attribute(name: "v", type: type, isOptional: true))))
    }
    return ModelCorrespondence(from: version(old), to: version(new))
  }

  @Test(arguments: [
    Case(old: .boolean, new: .integer32, before: "1", after: .integer(1)),
    Case(old: .boolean, new: .double, before: "1", after: .real(1)),
    Case(old: .integer64, new: .double, before: "7", after: .real(7)),
    Case(old: .integer16, new: .integer64, before: "-7", after: .integer(-7)),
    Case(old: .integer64, new: .integer16, before: "-7", after: .integer(-7)),
    Case(old: .float, new: .double, before: "1.5", after: .real(1.5)),
    Case(
      old: .double,
      new: .integer32,
      before: "-1.75",
      after: .integer(-1),
      cautions: [.losesData]
    ),
    Case(old: .double, new: .boolean, before: "0.5", after: .integer(1), cautions: [.losesData]),
    Case(old: .integer32, new: .boolean, before: "5", after: .integer(1), cautions: [.losesData]),
    Case(old: .integer32, new: .boolean, before: "0", after: .integer(0), cautions: [.losesData]),
    Case(old: .integer32, new: .boolean, before: "NULL", after: .null, cautions: [.losesData]),
  ])
  func inSQLite(_ edit: Case) throws {
    let correspondence = Self.correspondence(edit.old, edit.new)
    let (old, new) = (SQLiteSchema(correspondence.old), SQLiteSchema(correspondence.new))
    let plan = SQLiteMigration.plan(correspondence, from: old, to: new)
    let database = try SQLiteConnection.store(old)
    defer { database.close() }
    try database.execute("INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZV) VALUES (1, 1, 1, \(edit.before))")
    for statement in plan.steps.flatMap(\.statements) { try database.execute(statement) }
    #expect(try database.value("SELECT ZV FROM ZA") == edit.after)
    #expect(plan.cautions == edit.cautions)
    #expect(!correspondence.obstacles.contains { !$0.dependsOnData })
  }

  @Test(
    arguments: [
      (.boolean, .double, "\"v\"::integer::double precision", [.breaksClients]),
      (.integer64, .double, "\"v\"::double precision", [.breaksClients]),
      (.double, .integer32, "trunc(\"v\")::integer", [.losesData, .dependsOnData, .breaksClients]),
      (.integer64, .integer16, "\"v\"::smallint", [.dependsOnData, .breaksClients]),
      (.integer32, .boolean, "\"v\" <> 0", [.losesData, .breaksClients]),
    ] as [(AttributeType, AttributeType, String, [MigrationCaution])]
  )
  func inPostgreSQL(
    old: AttributeType,
    new: AttributeType,
    expression: String,
    cautions: [MigrationCaution]
  ) {
    let correspondence = Self.correspondence(old, new)
    let plan = PostgreSQLMigration.plan(
      correspondence,
      from: PostgreSQLSchema(correspondence.old),
      to: PostgreSQLSchema(correspondence.new)
    )
    let fills = plan.steps.filter { $0.kind == .fill }.flatMap(\.statements)
    #expect(fills.count == 1)
    let part = expression.split(separator: "\"v\"", omittingEmptySubsequences: false)
    #expect(part.allSatisfy { fills.first?.contains($0) == true }, "\(fills)")
    #expect(plan.cautions == cautions)
  }

  @Test(
    arguments: [
      (.integer16, .decimal), (.decimal, .double), (.boolean, .string), (.double, .date),
      (.date, .double), (.string, .integer64), (.string, .uri), (.binary, .string),
    ] as [(AttributeType, AttributeType)]
  )
  func otherTypesAreInTheWay(old: AttributeType, new: AttributeType) {
    let obstacles = Self.correspondence(old, new).obstacles
    let location = PropertyLocation(entity: 0, property: 0)
    #expect(obstacles == [.typeChange(location, from: location)])
  }

  @Test func limitsAreInTheWayOfSomeStores() {
    let types: [AttributeType] = [
      .boolean, .integer16, .integer32, .integer64, .float, .double,
    ]
    let location = PropertyLocation(entity: 0, property: 0)
    for old in types {
      for new in types {
        let isLimited =
          new.isInteger && (!old.isWhole || (old.integerRange?.upperBound ?? 1) > new.greatest)
        #expect(
          Self.correspondence(old, new).obstacles
            == (isLimited ? [.valueRange(location, type: new)] : []),
          "\(old) to \(new)"
        )
      }
    }
  }
}

extension AttributeType {
  fileprivate var greatest: Int64 { integerRange?.upperBound ?? .max }
}
