import CommandLineParsing
import Diagnostics
import StoreMigration

/// Inspects the store that a command line names, with the model that it names.
struct StoreExamination {
  /// The place of the store, as it is shown.
  let path: String
  private let models: StoreModels

  /// The server that has the store; nil for a file.
  private let server: ServerPlace?

  init(_ arguments: ParsedArguments) {
    let word = arguments.operand("STORE") ?? ""
    server = ServerPlace(word)
    path = server?.path ?? word
    models = StoreModels(
      arguments.value("model"),
      searchesHistory: arguments.has("history")
    )
  }

  /// The result of reading the model, if one is named.
  var reading: ModelReading { models.reading }

  /// Whether the model can be relied on, where one is named.
  var isReady: Bool { models.isUsable }

  /// The problems of a database that cannot be inspected.
  var damage: [StoreProblem] { server == nil ? OpenedStore.damage(at: path) : [] }

  /// The store, examined.
  ///
  /// - Parameter depth: How much is looked at.
  /// - Returns: What was found.
  /// - Throws: What ``StoreDiagnosis`` explains.
  func inspection(_ depth: StoreInspector.Depth) throws -> StoreInspection {
    if let server {
      return try server.reading { connection in
        try ServerStoreInspector(
          candidates: models.candidates,
          current: models.target,
          depth: depth
        ).inspection(on: connection, path: path)
      }
    }
    return try OpenedStore.withStore(at: path) { store in
      try StoreInspector(
        candidates: models.candidates(for: store.metadata),
        current: models.target,
        depth: depth
      ).inspection(of: store)
    }
  }
}
