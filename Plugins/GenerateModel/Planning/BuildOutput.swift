import Foundation

/// One run of a template set for one model, as part of a build.
struct BuildOutput {
  let model: URL
  let template: TemplateFiles

  /// The names of the generated files, by the names of the outputs in the template set.
  let fileNames: [String: String]

  /// Additional options of the command line.
  private let options: [String]

  /// The input files besides the model.
  private let otherInputs: [URL]

  /// The folder of the files: no two outputs of a target share one, so that they never wait for
  /// each other.
  let folderName: String

  /// The version of the model; nil for the current one.
  let version: String?

  /// The arguments of the command that generates the files in a folder.
  ///
  /// They contain every file name, so that the program generates exactly the files that the build expects.
  func words(in folder: URL) -> [String] {
    let names = fileNames.sorted { $0.key < $1.key }
    var words = ["generate", model.path, "--template", template.reference] + options
    if template.isSingleFile, let name = names.first?.value {
      words += ["--output", folder.appending(path: name).path]
    } else {
      words += names.flatMap { ["--file-name", "\($0.key)=\($0.value)"] }
      words += ["--output", folder.path]
    }
    // The folder belongs to the build: everything in it can be replaced.
    return words + ["--force", "--quiet"]
  }

  /// The model, or the version of it that is pinned.
  var versionedModel: URL {
    version.map { model.appending(path: "\($0).xcdatamodel") } ?? model
  }

  /// The input files, including folders: a version that is added or removed changes its folder.
  var inputFiles: [URL] {
    [model] + model.contents + template.files + otherInputs
  }

  func outputFiles(in folder: URL) -> [URL] {
    fileNames.values.sorted().map { folder.appending(path: $0) }
  }
}

extension BuildOutput {
  /// The outputs for the target in a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of the target.
  ///   - others: The paths of folders that belong to other targets.
  ///   - hasCompanion: Whether classes without code generation have their properties in the sources.
  /// - Returns: The outputs in a stable order.
  /// - Throws: An error in the target's `momgen.json`, or a file that two outputs would generate.
  static func all(
    in folder: URL,
    without others: Set<String> = [],
    hasCompanion: Bool = false
  ) throws -> [Self] {
    let standard: TargetConfiguration.Output = hasCompanion ? .besideCompanion : .standard
    let file = folder.appending(path: "momgen.json")
    let outputs =
      FileManager.default.fileExists(atPath: file.path)
      ? try configured(by: file, in: folder)
      : try folder.models(without: others).map { model in
        try Self(model, standard, number: 0, in: folder, from: nil)
      }
    var owners: [String: Self] = [:]
    for output in outputs {
      for name in output.fileNames.values.sorted() {
        guard let other = owners.updateValue(output, forKey: name.lowercased()) else { continue }
        throw PluginError(
          "\(output.model.path): error: the build of \(other.model.path) makes '\(name)' too; "
            + "give one of the two another name with \"fileNames\" in \(file.path)"
        )
      }
    }
    return outputs
  }

  private static func configured(by file: URL, in folder: URL) throws -> [Self] {
    try TargetConfiguration(file).models.flatMap { model in
      let path = folder.resolved(model.path)
      guard FileManager.default.fileExists(atPath: path.path) else {
        throw PluginError("\(file.path): error: there is no model '\(model.path)'")
      }
      return try model.outputs.enumerated().filter { $0.element.output == nil }
        .map { number, output in
          do {
            return try Self(
              path,
              output,
              version: model.version,
              number: number,
              in: folder,
              from: file
            )
          } catch {
            throw PluginError("\(file.path): error: \(error)")
          }
        }
    }
  }

  private init(
    _ model: URL,
    _ output: TargetConfiguration.Output,
    version: String? = nil,
    number: Int,
    in folder: URL,
    from file: URL?
  ) throws {
    let name = model.deletingPathExtension().lastPathComponent
    self.model = model
    self.version = version
    template = try TemplateFiles(output.template, in: folder)
    options = Self.commandLine(
      of: output,
      version: version,
      parameters: try template.parameters(merging: output.parameters ?? [:])
    )
    fileNames = try template.fileNames(forModel: name, renamed: output.fileNames ?? [:])
    otherInputs = file.map { [$0] } ?? []
    folderName = Self.folderName(for: model, in: folder) + (number == 0 ? "" : "-\(number)")
  }

  private static func commandLine(
    of output: TargetConfiguration.Output,
    version: String?,
    parameters: [String: TargetConfiguration.Parameter]
  ) -> [String] {
    // A single chain of `+` would take ten seconds to type-check, in the first build of every consumer.
    var options: [String] = []
    if let version { options += ["--model-version", version] }
    if let configuration = output.configuration { options += ["--configuration", configuration] }
    if let trim = output.trim { options += ["--trim", trim] }
    for (key, value) in parameters.sorted(by: { $0.key < $1.key }) {
      for word in value.words { options += ["--param", "\(key)=\(word)"] }
    }
    return options
  }

  /// A name for the output folder of a model in a target's folder.
  static func folderName(for model: URL, in folder: URL) -> String {
    let place =
      model.path.hasPrefix(folder.path + "/")
      ? model.path.dropFirst(folder.path.count + 1) : model.lastPathComponent[...]
    return String(place.replacing("/", with: "-"))
  }
}
