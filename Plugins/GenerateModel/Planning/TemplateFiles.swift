import Foundation

/// Templates, and the names of the files that they generate from a model.
struct TemplateFiles {
  /// Their name on the command line.
  let reference: String

  /// Their folder; nil if they are bundled with the program.
  private let location: URL?

  /// Whether it is a single template instead of a set.
  let isSingleFile: Bool

  /// - Parameters:
  ///   - text: The templates as named in a `momgen.json`.
  ///   - folder: The folder of that file.
  /// - Throws: If they do not exist.
  init(_ text: String, in folder: URL) throws {
    let isPath = text.contains("/") || text.hasSuffix(".stencil")
    let location = isPath ? folder.resolved(text) : nil
    var isFolder: ObjCBool = false
    if let location,
      !FileManager.default.fileExists(atPath: location.path, isDirectory: &isFolder)
    {
      throw PluginError("there are no templates '\(text)'")
    }
    self.location = location
    reference = location?.path ?? text
    isSingleFile = location != nil && !isFolder.boolValue
  }

  /// Whether the files have declarations with `@NSManaged`, which need accessors on Linux.
  var declaresManaged: Bool { location == nil && reference == "xcode" }

  /// The name of the files in messages.
  var name: String {
    location?.deletingPathExtension().lastPathComponent ?? reference
  }

  /// The files of the templates themselves.
  var files: [URL] {
    location.map { [$0] + $0.contents } ?? []
  }

  /// The parameters, completed by those with which each model generates a known number of files.
  func parameters(
    merging given: [String: TargetConfiguration.Parameter]
  ) throws -> [String: TargetConfiguration.Parameter] {
    guard location == nil, reference == "portable" || reference == "xcode" else { return given }
    let files = given["files"]?.words ?? ["model"]
    guard files == ["model"] else {
      throw PluginError("a build makes two files for each model: leave out the parameter 'files'")
    }
    var parameters = given
    parameters["files"] = TargetConfiguration.Parameter("model")
    // The files are compiled here, on any platform.
    if reference == "xcode" { parameters["portable"] = TargetConfiguration.Parameter("true") }
    return parameters
  }

  /// The names of the files that are generated from a model.
  ///
  /// Templates that are not bundled generate exactly the files in `fileNames`.
  func fileNames(
    forModel model: String,
    renamed: [String: String]
  ) throws -> [String: String] {
    let known = location == nil ? Self.bundled[reference] ?? [:] : [:]
    guard location != nil || !known.isEmpty else {
      throw PluginError(
        "a build must know its files beforehand, but not those of '\(reference)': use "
          + "'portable' or 'xcode', or keep them beside the sources with an \"output\" folder"
      )
    }
    let patterns = known.merging(renamed) { _, new in new }
    guard !patterns.isEmpty, !isSingleFile || patterns.count == 1 else {
      throw PluginError(
        "a build must know which files '\(name)' makes: give them as \"fileNames\": "
          + "{ \"\(isSingleFile ? "file" : "NAME")\": \"{{ model.name }}+More.swift\" }"
      )
    }
    return try patterns.mapValues { try Self.fileName($0, forModel: model) }
  }

  private static func fileName(_ pattern: String, forModel model: String) throws -> String {
    let name = pattern.replacing(#/{{ *model\.(name|fileName) *}}/#, with: model)
    guard !name.contains("{"), !name.contains("/"), !name.isEmpty else {
      throw PluginError(
        "'\(pattern)' does not name one file per model; a build understands only {{ model.name }}"
      )
    }
    return name
  }

  /// The files that the bundled sets generate from a model, by set.
  ///
  /// A test compares it with the sets.
  private static let bundled = [
    "portable": [
      "modelClasses": "{{ model.name }}+CoreDataClasses.swift",
      "modelProperties": "{{ model.name }}+CoreDataProperties.swift",
    ],
    "xcode": [
      "modelClasses": "{{ model.name }}+CoreDataClasses.swift",
      "modelProperties": "{{ model.name }}+CoreDataProperties.swift",
    ],
    "stack": [
      "container": "{{ model.name }}Container.swift",
      "model": "{{ model.name }}+ManagedObjectModel.swift",
    ],
  ]
}
