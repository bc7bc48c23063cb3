import Foundation
import PackagePlugin

/// Generates the Swift code of the models in a target while it is built, and compiles the models into
/// resources of the target, so that `NSPersistentContainer(name:)` finds them.
///
/// Without a `momgen.json` in the folder of the target, each model below it gets the classes of the template
/// set `portable`, or of `xcode` if sources declare properties with `@NSManaged`: the sources are then those of an
/// app that expects Xcode's types. With one, exactly those of its outputs are generated that have
/// no `output` folder. A companion supplies the accessors of such properties. A plugin cannot run `momgen`
/// while it plans, so the names of the files are derived from the names of the models: see ``TemplateFiles``.
@main
struct GenerateModel: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let own = target.directoryURL.standardizedFileURL
    let neighbours = context.package.targets.map(\.directoryURL.standardizedFileURL.path)
    let others = Set(neighbours).subtracting([own.path])
    let sources = module.sourceFiles.filter { $0.type == .source }.map(\.url)
    let outputs = try BuildOutput.all(
      in: own,
      without: others,
      hasCompanion: sources.contains(where: CompanionOutput.declaresManaged(in:))
    )
    let companion = companion(of: module, sources, outputs, in: context)
    if outputs.isEmpty, companion == nil {
      Diagnostics.warning(
        "nothing is generated for the target '\(target.name)': there is neither a model nor a "
          + "momgen.json with an output for builds in \(own.path)"
      )
    }
    let momgen = try context.tool(named: "momgen").url
    let models = try models(of: module, in: own, without: others)
    return generation(outputs, by: momgen, in: context.pluginWorkDirectoryURL)
      + companions(companion, by: momgen, in: context.pluginWorkDirectoryURL)
      + compilation(models, by: momgen, in: context.pluginWorkDirectoryURL)
  }

  /// The companion with the accessors of the classes of a target, which Apple's runtime creates at run time.
  private func companion(
    of module: any SourceModuleTarget,
    _ sources: [URL],
    _ outputs: [BuildOutput],
    in context: PluginContext
  ) -> CompanionOutput? {
    #if canImport(Darwin)
      nil
    #else
      CompanionOutput(
        of: module.moduleName,
        sources: sources,
        imported: imported(by: module, in: context.package),
        outputs: outputs,
        in: context.pluginWorkDirectoryURL
      )
    #endif
  }

  /// The models to compile; Xcode compiles those of a target itself.
  private func models(
    of module: any SourceModuleTarget,
    in folder: URL,
    without others: Set<String>
  ) throws -> [CompiledModel] {
    #if canImport(Darwin)
      []
    #else
      try CompiledModel.all(
        in: folder,
        without: others,
        resources: module.sourceFiles.filter { $0.type == .resource }.map(\.url)
      )
    #endif
  }

  /// The Swift modules of the package that a target depends on.
  private func imported(by target: any SourceModuleTarget, in package: Package)
    -> [CompanionOutput.ImportedModule]
  {
    let own = Set(package.targets.map(\.id))
    return target.recursiveTargetDependencies.filter { own.contains($0.id) }
      .compactMap { $0 as? any SourceModuleTarget }
      .map { module in
        CompanionOutput.ImportedModule(
          name: module.moduleName,
          sources: module.sourceFiles.filter { $0.url.pathExtension == "swift" }.map(\.url)
        )
      }
      .filter { !$0.sources.isEmpty }
  }

  private func companions(_ companion: CompanionOutput?, by momgen: URL, in folder: URL)
    -> [Command]
  {
    guard let companion else { return [] }
    return [
      .buildCommand(
        displayName: "Generating accessors of the classes of \(companion.module)",
        executable: momgen,
        arguments: companion.words(in: folder),
        inputFiles: companion.inputFiles,
        outputFiles: [companion.outputFile(in: folder)]
      )
    ]
  }

  private func generation(_ outputs: [BuildOutput], by momgen: URL, in folder: URL) -> [Command] {
    outputs.map { output in
      let folder = folder.appending(path: output.folderName)
      return .buildCommand(
        displayName: "Generating \(output.template.name) code of \(output.model.lastPathComponent)",
        executable: momgen,
        arguments: output.words(in: folder),
        inputFiles: output.inputFiles,
        outputFiles: output.outputFiles(in: folder)
      )
    }
  }

  private func compilation(_ models: [CompiledModel], by momgen: URL, in folder: URL) -> [Command] {
    models.map { model in
      let folder = folder.appending(path: model.folderName)
      return .buildCommand(
        displayName: "Compiling the model \(model.model.lastPathComponent)",
        executable: momgen,
        arguments: model.words(in: folder),
        inputFiles: model.inputFiles,
        outputFiles: [model.outputFile(in: folder)]
      )
    }
  }
}
