import CommandLineParsing
import Diagnostics
import StoreMigration

/// Inspects the store on a command line, with the given model.
struct StoreExamination {
  /// The location of the store in messages.
  let path: String
  private let models: StoreModels

  /// The server of the store; nil for a file.
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

  /// The result of reading the model, if one is given.
  var reading: ModelReading { models.reading }

  /// Whether the model, if one is given, has no errors.
  var isReady: Bool { models.isUsable }

  /// The problems of a database that cannot be inspected.
  var damage: [StoreProblem] { server == nil ? OpenedStore.damage(at: path) : [] }

  /// Inspects the store.
  ///
  /// - Parameter depth: The depth of the inspection.
  /// - Returns: The result.
  /// - Throws: An error that ``StoreDiagnosis`` explains.
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
