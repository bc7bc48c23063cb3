import CoreData
import Foundation
import StoreConformance
import Testing
import TextFileStore

@Suite("Requirements for every store") struct StoreConformanceTests {
  /// The stores under test: a new one takes one line.
  static let stores: [StoreUnderTest] = [
    StoreUnderTest(
      "In memory",
      type: .inMemory,
      capabilities: [
        .ordering, .transformables, .composites, .exactDates, .nulCharacters,
      ]
    ),
    StoreUnderTest("Binary", type: .binary),
    StoreUnderTest("XML", type: .xml),
    // A column of decimals has the precision of a double, as in Core Data's own stores.
    StoreUnderTest("SQLite", type: .sqlite, capabilities: .all.subtracting(.exactDecimals)),
    StoreUnderTest(
      "Text file",
      type: .textFile,
      capabilities: [.persistence, .ordering, .detachedMetadata, .exactDates, .nulCharacters]
    ),
    StoreUnderTest(
      "Service",
      type: .service,
      capabilities: [
        .persistence, .ordering, .transformables, .composites, .exactDates, .nulCharacters,
      ]
    ),
  ]

  init() {
    TextFileStore.register()
    ServiceStore.register()
  }

  @Test("Conformance", arguments: StoreConformance.cases(for: stores))
  func conforms(_ conformance: ConformanceCase) throws {
    try conformance.run()
  }
}
