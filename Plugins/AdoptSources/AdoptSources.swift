import Foundation
import PackagePlugin

/// Edits the sources of a package's targets so that they compile on Linux too.
///
///     swift package adopt [--target NAME...] [--check | --diff] [WORDS...]
///
/// The package manager asks for permission before the plugin writes. Further arguments are passed to `momgen adopt`.
@main
struct AdoptSources: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    guard extractor.extractFlag(named: "help") == 0 else { return print(Self.help) }
    let names = extractor.extractOption(named: "target")
    let momgen = try context.tool(named: "momgen").url
    let targets =
      try names.isEmpty
      ? context.package.targets : context.package.targets(named: names)
    var hasFailed = false
    for case let target as any SourceModuleTarget in targets {
      let swift = target.sourceFiles.filter {
        $0.type == .source && $0.url.pathExtension == "swift"
      }
      guard !swift.isEmpty else { continue }
      let process = Process()
      process.executableURL = momgen
      process.arguments =
        ["adopt"] + swift.map { relative($0.url, to: context.package.directoryURL) }
        + models(of: target, in: context.package, extractor.remainingArguments)
        + imported(by: target, in: context.package)
        + extractor.remainingArguments
      process.currentDirectoryURL = context.package.directoryURL
      try process.run()
      process.waitUntilExit()
      if process.terminationReason != .exit || process.terminationStatus != 0 { hasFailed = true }
    }
    if hasFailed { Diagnostics.error("not everything is adopted") }
  }

  /// The options that name the sources of the package's other targets that a target depends on: they are read, and not
  /// edited.
  private func imported(by target: any SourceModuleTarget, in package: Package) -> [String] {
    dependencies(of: target, in: package).flatMap { other in
      [
        "--imported",
        other.moduleName + "=" + relative(other.directoryURL, to: package.directoryURL),
      ]
    }
  }

  /// The options that name the models in the folder of a target, or else those of its
  /// dependencies, unless the arguments name one.
  private func models(
    of target: any SourceModuleTarget,
    in package: Package,
    _ words: [String]
  ) -> [String] {
    let isGiven = words.contains { $0 == "-m" || $0.hasPrefix("--model") }
    guard !isGiven else { return [] }
    let own = models(in: target.directoryURL)
    // Classes of the module may belong to models of a dependency.
    let found =
      own.isEmpty
      ? dependencies(of: target, in: package).flatMap { models(in: $0.directoryURL) } : own
    return found.flatMap { ["--model", relative($0, to: package.directoryURL)] }
  }

  private func models(in folder: URL) -> [URL] {
    let all =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL } ?? []
    return all.filter { $0.pathExtension == "xcdatamodeld" }.sorted { $0.path < $1.path }
  }

  /// The package's other targets that a target depends on.
  private func dependencies(
    of target: any SourceModuleTarget,
    in package: Package
  ) -> [any SourceModuleTarget] {
    let own = Set(package.targets.map(\.id))
    return target.recursiveTargetDependencies.filter { own.contains($0.id) }
      .compactMap { $0 as? any SourceModuleTarget }
  }

  private func relative(_ file: URL, to folder: URL) -> String {
    let prefix = folder.standardizedFileURL.path + "/"
    let path = file.standardizedFileURL.path
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  private static let help = """
    Usage: swift package adopt [--target NAME...] [--check | --diff] [WORDS...]

    Edits the Swift files of the package's targets so that they compile on Linux, and in Xcode as before.

    Options:
      --target NAME   Edit only the files of this target (may be repeated).
      --check         Write nothing; report each edit, and fail if there is one.
      --diff          Write nothing; print the edits as a unified diff.

    WORDS are passed to 'momgen adopt', such as --skip, --model or --diagnostics github.
    """
}
