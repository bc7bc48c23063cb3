import Foundation

/// A model that a build compiles and makes a resource of its target, where the program finds it.
struct CompiledModel {
  let model: URL

  /// The name of the output, by which programs look up the model.
  let fileName: String

  /// Additional options of the command line.
  private let options: [String]

  /// The input files besides the model.
  private let otherInputs: [URL]

  /// The output folder: no two models of a target share one.
  let folderName: String

  /// The arguments of the command that compiles it into a folder.
  func words(in folder: URL) -> [String] {
    // The generation of code has already reported warnings and notes.
    ["compile", model.path] + options + ["--output", outputFile(in: folder).path, "--quiet"]
  }

  var inputFiles: [URL] { [model] + model.contents + otherInputs }

  func outputFile(in folder: URL) -> URL { folder.appending(path: fileName) }
}

extension CompiledModel {
  /// The models of the target in a folder for which a build generates code, except those that the target already has
  /// as resources, and those built in code.
  ///
  /// - Parameters:
  ///   - folder: The folder of the target.
  ///   - others: The paths of folders that belong to other targets.
  ///   - resources: The resources of the target in the package's manifest.
  /// - Returns: The models in a stable order.
  /// - Throws: An error in the target's `momgen.json`, or a name shared by two models.
  static func all(
    in folder: URL,
    without others: Set<String> = [],
    resources: [URL] = []
  ) throws -> [Self] {
    let file = folder.appending(path: "momgen.json")
    let isConfigured = FileManager.default.fileExists(atPath: file.path)
    let models =
      isConfigured
      ? try TargetConfiguration(file).models.filter(\.needsResource).map { model in
        Self(folder.resolved(model.path), version: model.version, in: folder, from: file)
      }
      : folder.models(without: others).map { Self($0, version: nil, in: folder, from: nil) }
    let declared = Set(resources.flatMap { [$0.standardizedFileURL.path, $0.lastPathComponent] })
    var owners: [String: Self] = [:]
    return try models.filter { model in
      guard !declared.contains(model.model.path), !declared.contains(model.fileName) else {
        return false
      }
      if let other = owners.updateValue(model, forKey: model.fileName.lowercased()) {
        throw PluginError(
          "\(model.model.path): error: the model \(other.model.path) has the same name, by which "
            + "programs ask for a model; rename one of them, or have one built in code by the template "
            + "set 'stack'"
        )
      }
      return true
    }
  }

  private init(_ model: URL, version: String?, in folder: URL, from file: URL?) {
    self.model = model
    let isSingle = ["xcdatamodel", "mom"].contains(model.pathExtension.lowercased())
    fileName = model.deletingPathExtension().lastPathComponent + (isSingle ? ".mom" : ".momd")
    options = version.map { ["--model-version", $0] } ?? []
    otherInputs = file.map { [$0] } ?? []
    folderName = BuildOutput.folderName(for: model, in: folder) + "-compiled"
  }
}

extension TargetConfiguration.Model {
  /// Whether a build generates code for the model, but none that builds the model itself.
  fileprivate var needsResource: Bool {
    outputs.contains { $0.output == nil } && !outputs.contains { $0.template == "stack" }
  }
}
