import Foundation
import PackagePlugin

/// Makes the template sets in `Templates/` part of the target that asks for it.
///
/// The folders are inputs as well as the files: a file that is added or removed changes its folder.
@main
struct EmbedTemplates: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let templates = context.package.directoryURL.appending(path: "Templates")
    let output = context.pluginWorkDirectoryURL.appending(path: "BundledFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding templates",
        executable: try context.tool(named: "embed-templates").url,
        arguments: [templates.path, output.path],
        inputFiles: [templates] + Self.contents(of: templates),
        outputFiles: [output]
      )
    ]
  }

  /// All folders and files of the sets, in a stable order.
  private static func contents(of folder: URL) -> [URL] {
    let walker = FileManager.default.enumerator(
      at: folder,
      includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles
    )
    return (walker?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
  }
}
