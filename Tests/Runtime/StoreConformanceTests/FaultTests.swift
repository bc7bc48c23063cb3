import StoreConformance
import Testing

/// Tests of the conformance checks: a correct store passes all of them, and each fault is found.
@Suite("Stores with faults") struct FaultTests {
  @Test("A sound store passes", arguments: StoreConformance.cases(for: FaultyStore.underTest(nil)))
  func sound(_ conformance: ConformanceCase) throws {
    try conformance.run()
  }

  @Test("A fault is found", arguments: FaultyStore.Fault.allCases)
  func faults(_ fault: FaultyStore.Fault) {
    // Fails if no issue is recorded.
    withKnownIssue {
      for conformance in StoreConformance.cases(for: FaultyStore.underTest(fault)) {
        try conformance.run()
      }
    }
  }

  @Test("A store is checked only for its capabilities")
  func capabilities() {
    let all = StoreConformance.cases(for: StoreUnderTest("All", type: FaultyStore.storeType))
    let few = StoreConformance.cases(
      for: StoreUnderTest("Few", type: FaultyStore.storeType, capabilities: [])
    )
    #expect(all.count == StoreConformance.checks.count)
    #expect(!few.isEmpty && few.count < all.count)
    #expect(few.allSatisfy { $0.check.needs.isEmpty })
    let needed = StoreConformance.checks.reduce(into: StoreUnderTest.Capabilities()) {
      $0.formUnion($1.needs)
    }
    #expect(needed == .all)
    #expect(Set(all.map(\.testDescription)).count == all.count)
  }
}
