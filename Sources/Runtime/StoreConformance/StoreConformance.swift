// StoreConformance: what every store must do, for authors of stores to run in their own tests.
//
//     import StoreConformance
//     import Testing
//
//     @Test(arguments: StoreConformance.cases(for: StoreUnderTest("Text file", type: .textFile)))
//     func conforms(_ conformance: ConformanceCase) throws {
//       try conformance.run()
//     }
//
// Each case makes a store in an empty folder, with a model of its own (`ConformanceModel`), and uses nothing
// but the public interface of CoreData. A store says what it cannot do by its `Capabilities`.

/// The checks that every store must pass.
public enum StoreConformance {
  /// All checks, whatever a store can do.
  public static let checks: [ConformanceCheck] =
    ValueChecks.all + ObjectChecks.all + RelationshipChecks.all + IdentityChecks.all
    + FetchChecks.all + ConditionChecks.all + RequestChecks.all + DictionaryChecks.all
    + MetadataChecks.all + SharingChecks.all + WideModelChecks.all

  /// The checks that apply to stores, one case for each store and check.
  public static func cases(for stores: StoreUnderTest...) -> [ConformanceCase] {
    cases(for: stores)
  }

  /// The checks that apply to stores, one case for each store and check.
  public static func cases(for stores: [StoreUnderTest]) -> [ConformanceCase] {
    stores.flatMap { store in
      checks.filter { store.capabilities.isSuperset(of: $0.needs) }
        .map { ConformanceCase(store: store, check: $0) }
    }
  }
}
