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
    let own = target.directoryURL.standardizedFileURL
    let neighbours = context.package.targets.map(\.directoryURL.standardizedFileURL.path)
    let outputs = try BuildOutput.all(in: own, without: Set(neighbours).subtracting([own.path]))
    if outputs.isEmpty {
      Diagnostics.warning(
        "nothing is generated for the target '\(target.name)': there is neither a model nor a "
          + "momgen.json with an output for builds in \(own.path)"
      )
    }
    let momgen = try context.tool(named: "momgen").url
    return outputs.map { output in
      let folder = context.pluginWorkDirectoryURL.appending(path: output.folderName)
      return .buildCommand(
        displayName: "Generating \(output.template.name) code of \(output.model.lastPathComponent)",
        executable: momgen,
        arguments: output.words(in: folder),
        inputFiles: output.inputFiles,
        outputFiles: output.outputFiles(in: folder)
      )
    }
  }
}
