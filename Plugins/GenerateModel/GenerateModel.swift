import Foundation
import PackagePlugin

/// Generates the Swift code of the models in a target while it is built.
///
/// Without a `momgen.json` in the folder of the target, each model below it gets the classes of the
/// template set `portable`. With one, exactly those of its outputs are made that name no folder of their
/// own. A plugin cannot run `momgen` while it plans, so the names of the files follow from the names of
/// the models: see ``TemplateFiles``.
@main
struct GenerateModel: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard target.sourceModule != nil else { return [] }
    let neighbours = context.package.targets.map(\.directoryURL.standardizedFileURL.path)
    let outputs = try BuildOutput.all(
      in: target.directoryURL,
      without: Set(neighbours).subtracting([target.directoryURL.standardizedFileURL.path])
    )
    let momgen = try context.tool(named: "momgen").url
    var owners: [String: BuildOutput] = [:]
    return try outputs.map { output in
      for name in output.fileNames.values {
        guard let other = owners.updateValue(output, forKey: name) else { continue }
        throw PluginError(
          "\(output.model.path): the build of \(other.model.path) makes '\(name)' too"
        )
      }
      return command(for: output, of: target, in: context.pluginWorkDirectoryURL, with: momgen)
    }
  }

  private func command(
    for output: BuildOutput,
    of target: any Target,
    in workFolder: URL,
    with momgen: URL
  ) -> Command {
    let folder = workFolder.appending(path: output.folderName)
    return .buildCommand(
      displayName: "Generating \(output.template.name) code of \(output.model.lastPathComponent)",
      executable: momgen,
      arguments: ["generate", output.model.path] + output.words
        + ["--quiet", "--output", folder.path],
      inputFiles: output.inputFiles,
      outputFiles: output.fileNames.values.sorted().map { folder.appending(path: $0) }
    )
  }
}

/// Why no build can be planned.
struct PluginError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
