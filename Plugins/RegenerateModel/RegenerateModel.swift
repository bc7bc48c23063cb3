import Foundation
import PackagePlugin

/// Generates the files that a package keeps beside its other sources, as its `momgen.json` says.
///
///     swift package --allow-writing-to-package-directory regenerate-model [--target NAME] [--check]
///
/// The file lies in the folder of the package or of a target. Further words go to `momgen`.
@main
struct RegenerateModel: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let targets = extractor.extractOption(named: "target")
    let isCheck = extractor.extractFlag(named: "check") > 0
    let files = try configurations(of: context.package, in: targets)
    let momgen = try context.tool(named: "momgen").url
    var hasFailed = false
    for file in files {
      let process = Process()
      process.executableURL = momgen
      process.arguments =
        [isCheck ? "check" : "generate", "--config", file.path] + extractor.remainingArguments
      process.currentDirectoryURL = context.package.directoryURL
      try process.run()
      process.waitUntilExit()
      if process.terminationReason != .exit || process.terminationStatus != 0 { hasFailed = true }
    }
    if hasFailed {
      Diagnostics.error(
        isCheck ? "generated files are not current" : "not everything was generated"
      )
    }
  }

  /// The configurations of the package and its targets, or of some targets alone.
  private func configurations(of package: Package, in names: [String]) throws -> [URL] {
    var folders = [package.directoryURL] + package.targets.map(\.directoryURL)
    if !names.isEmpty { folders = try package.targets(named: names).map(\.directoryURL) }
    let files = folders.map { $0.appending(path: "momgen.json").standardizedFileURL }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
    guard !files.isEmpty else {
      throw RegenerationError(
        "there is no momgen.json in the folder of the package or a target; 'momgen init' writes one"
      )
    }
    var seen: Set<URL> = []
    return files.filter { seen.insert($0).inserted }
  }
}

/// Why nothing can be generated.
struct RegenerationError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
