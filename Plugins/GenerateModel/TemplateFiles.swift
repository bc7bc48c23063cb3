import Foundation

/// Templates, and the files that they make of a model.
struct TemplateFiles {
  /// How the command line names them.
  let reference: String

  /// Where they lie on the disk; nil if they come with the program.
  private let location: URL?

  /// - Parameters:
  ///   - text: The templates as a `momgen.json` names them.
  ///   - folder: The folder of that file.
  init(_ text: String, in folder: URL) {
    let isPath = text.contains("/") || text.hasSuffix(".stencil")
    location = isPath ? URL(filePath: text, relativeTo: folder).standardizedFileURL : nil
    reference = location?.path ?? text
  }

  /// What they are called in messages.
  var name: String {
    location?.deletingPathExtension().lastPathComponent ?? reference
  }

  /// The files of the templates themselves.
  var files: [URL] {
    location.map { [$0] + $0.contents } ?? []
  }

  /// The parameters with which each model makes a known number of files.
  var parameters: [String: TargetConfiguration.Parameter] {
    location == nil && reference == "portable"
      ? ["files": TargetConfiguration.Parameter("model")] : [:]
  }

  /// The names of the files that are made of a model.
  ///
  /// Templates that do not come with the program make exactly the files that `fileNames` names.
  func fileNames(
    forModel model: String,
    renamed: [String: String]
  ) throws -> [String: String] {
    let known = location == nil ? Self.bundled[reference] ?? [:] : [:]
    let patterns = known.merging(renamed) { _, new in new }
    guard !patterns.isEmpty else {
      throw PluginError(
        "a build must know which files '\(reference)' makes: "
          + "give them in momgen.json as \"fileNames\": { \"NAME\": \"{{ model.name }}+More.swift\" }"
      )
    }
    return try patterns.mapValues { pattern in
      let name = pattern.replacingOccurrences(
        of: #"\{\{ *model\.(file)?[nN]ame *\}\}"#,
        with: NSRegularExpression.escapedTemplate(for: model),
        options: .regularExpression
      )
      guard !name.contains("{"), !name.contains("/") else {
        throw PluginError("'\(pattern)' does not give the name of one file per model")
      }
      return name
    }
  }

  /// What the sets of the program make of a model, by what they call it.
  private static let bundled = [
    "portable": [
      "classes": "{{ model.name }}+CoreDataClasses.swift",
      "properties": "{{ model.name }}+CoreDataProperties.swift",
    ],
    "stack": [
      "model": "{{ model.name }}+ManagedObjectModel.swift",
      "container": "{{ model.name }}Container.swift",
    ],
  ]
}
