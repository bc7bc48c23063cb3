import Diagnostics
import TemplateEngine

/// All files to be generated in one folder.
package struct GenerationPlan: Sendable {
  /// The files in the order in which they are generated and reported.
  package var files: [PlannedFile]

  /// All producers, including those without a file now.
  package var producers: [Producer]

  /// The names that templates have read although the context lacks them.
  private var unknownNames: [UnknownNames]

  package init(
    files: [PlannedFile] = [],
    producers: [Producer] = [],
    unknownNames: [UnknownNames] = []
  ) {
    self.files = files
    self.producers = producers
    self.unknownNames = unknownNames
  }

  /// A warning for each unknown name that a template has read, available once files are rendered.
  package var unknownNameWarnings: [Diagnostic] {
    unknownNames.flatMap { $0.all.map(Diagnostic.init(unknown:)) }
  }

  /// Adds the files of another plan for the same folder.
  package mutating func add(_ other: GenerationPlan) {
    files += other.files
    unknownNames += other.unknownNames
    for producer in other.producers where !producers.contains(producer) {
      producers.append(producer)
    }
  }

  /// Conflicts among the paths of the files.
  package var conflicts: [Diagnostic] {
    var owners: [String: PlannedFile] = [:]
    var diagnostics: [Diagnostic] = []
    for file in files {
      guard let first = owners.updateValue(file, forKey: file.path.collisionKey) else { continue }
      owners[file.path.collisionKey] = first
      diagnostics.append(Self.collision(file, first))
    }
    for file in files {
      for folder in file.path.folders {
        guard let other = owners[folder.lowercased()] else { continue }
        diagnostics.append(
          Diagnostic(
            .error,
            rule: PlanRule.sharedPath.rawValue,
            "'\(other.path.text)' is a file, and a folder for '\(file.path.text)'",
            at: file.place,
            hint: "give one of the two another name or another output folder"
          )
        )
      }
    }
    return diagnostics
  }

  private static func collision(_ file: PlannedFile, _ first: PlannedFile) -> Diagnostic {
    let difference =
      Array(file.path.text.utf8) == Array(first.path.text.utf8)
      ? "" : " and '\(first.path.text)', which are one file on some systems"
    let models = file.producer.models == first.producer.models ? "" : " for different models"
    return Diagnostic(
      .error,
      rule: PlanRule.sharedPath.rawValue,
      "two files are called '\(file.path.text)'\(difference)\(models)",
      at: file.place,
      hint: models.isEmpty
        ? "make them differ in the file name pattern"
        : "give each model an output folder of its own",
      notes: first.place == file.place
        ? [] : [Diagnostic.Note("the other one is from here", at: first.place)]
    )
  }
}
