import CoreData
import PostgreSQLServer
import StoreConformance
import Testing

@Suite("Requirements for every store, in PostgreSQL") struct ConformanceTests {
  /// PostgreSQL does not support U+0000, and times have microsecond precision.
  static let store = StoreUnderTest(
    "PostgreSQL",
    type: .postgreSQL,
    capabilities: .all.subtracting([.exactDates, .nulCharacters]),
    url: { _ in PostgreSQLServer.url() },
    options: { [OpenCoreDataPostgreSQLCreatesSchemaOption: true] }
  )

  @Test("Conformance", arguments: StoreConformance.cases(for: store))
  func conforms(_ conformance: ConformanceCase) throws {
    try conformance.run()
  }
}
