import CommandLineWords
import Diagnostics
import StoreMigration

/// Inspects the store that a command line names, with the model that it names.
struct StoreExamination {
  let path: String
  private let models: StoreModels

  init(_ arguments: ParsedArguments) {
    path = arguments.operand("STORE") ?? ""
    models = StoreModels(
      arguments.value("model"),
      searchesHistory: arguments.has("history")
    )
  }

  /// What came of reading the model, if one is named.
  var reading: ModelReading { models.reading }

  /// Whether the model can be relied on, where one is named.
  var isReady: Bool { models.isUsable }

  /// What is wrong with a database that cannot be inspected.
  var damage: [StoreProblem] { OpenedStore.damage(at: path) }

  /// The store, examined.
  ///
  /// - Parameter depth: How much is looked at.
  /// - Returns: What was found.
  /// - Throws: What ``StoreFailure`` explains.
  func inspection(_ depth: StoreInspector.Depth) throws -> StoreInspection {
    try OpenedStore.withStore(at: path) { store in
      try StoreInspector(
        candidates: models.candidates(for: store.record),
        current: models.target,
        depth: depth
      ).inspection(of: store)
    }
  }
}
