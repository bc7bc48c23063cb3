import CommandLineParsing
import Diagnostics
import Digests
import JSON
import ManagedModel
import ModelFiles

/// `momgen hash`: prints the version hashes by which Core Data recognizes a model in a store.
enum HashVerb: Verb {
  static let command = Command(
    "hash",
    "Show the version hashes by which Core Data recognizes a model.",
    discussion: """
      Prints the hash of each entity in hexadecimal, then the checksum of the model and the digest of
      its hashes in base 64, as in the metadata of a store and in a compiled model.

      MODEL may be an SQLite store or the URL of one in PostgreSQL, which contain their models.

      If it is not established how a construct is hashed, a note is printed.
      """,
    group: "Reading",
    operands: [SharedOptions.model],
    options: [
      SharedOptions.modelVersion, SharedOptions.allVersions,
      .value("format", .choice("FORMAT", "text", "json"), default: "text", "How they are shown."),
    ],
    exclusives: [ExclusiveOptions("model-version", "all-versions")],
    examples: [
      Example("momgen hash League.xcdatamodeld", "Show the hashes of the current version.")
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    var reading = ModelReading.each(arguments)
    let hashed = reading.models.map { ($0, VersionHashes($0.resolved)) }
    for (loaded, hashes) in hashed {
      reading.diagnostics += loaded.source.diagnostics(for: hashes.problems(in: loaded.model))
    }
    let output =
      arguments.value("format") == "json"
      ? JSONText().text(of: .array(hashed.map(json))) + "\n"
      : hashed.map(text).joined(separator: "\n")
    return reading.outcome(printing: hashed.isEmpty ? "" : output, in: environment)
  }

  private static func text(_ loaded: LoadedModel, _ hashes: VersionHashes) -> String {
    let width = (hashes.entities.map { $0.name.count } + ["checksum".count]).max() ?? 0
    var lines = ["version  \(loaded.version.name.visible)"]
    for entity in hashes.entities {
      let name = entity.name.visible
      let padding = String(repeating: " ", count: max(width - name.count, 0))
      lines.append("\(name)\(padding)  \(entity.bytes.hexadecimal)")
    }
    lines.append("checksum  \(hashes.checksum)")
    lines.append("digest  \(hashes.digest)")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func json(_ loaded: LoadedModel, _ hashes: VersionHashes) -> JSONValue {
    [
      "version": .string(loaded.version.name),
      "checksum": .string(hashes.checksum),
      "digest": .string(hashes.digest),
      "entities": .array(
        hashes.entities.map { entity in
          [
            "name": .string(entity.name),
            "hash": .string(entity.bytes.hexadecimal),
            "uncertain": .array(entity.doubts.map { .string($0.description) }),
          ]
        }
      ),
    ]
  }
}

extension VersionHashes {
  /// The doubts about the hashes, at their entities.
  func problems(in model: Model) -> [ModelProblem] {
    let sources = Dictionary(
      model.entities.map { ($0.name, $0.source) },
      uniquingKeysWith: { first, _ in first }
    )
    return entities.flatMap { hash in
      let source = sources[hash.name] ?? .none
      return hash.doubts.map { doubt in
        ModelProblem(
          .uncertainHash,
          "the version hash of '\(hash.name)' is not certain: \(doubt)",
          at: source,
          hint: "compare it with the VersionInfo.plist of a .momd that Xcode compiled"
        )
      }
    }
  }
}
