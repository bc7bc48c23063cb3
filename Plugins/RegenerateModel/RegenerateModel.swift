import Foundation
import PackagePlugin

/// Generates the files that a package keeps beside its other sources, according to its `momgen.json`.
///
///     swift package --allow-writing-to-package-directory regenerate-model [--target NAME] [--check]
///
/// The file is in the folder of the package or of a target. Further arguments are passed to `momgen`.
@main
struct RegenerateModel: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    guard extractor.extractFlag(named: "help") == 0 else { return print(Self.help) }
    let targets = extractor.extractOption(named: "target")
    let isCheck = extractor.extractFlag(named: "check") > 0
    let files = try Configurations(of: context.package).files(in: targets)
    let momgen = try context.tool(named: "momgen").url
    var hasFailed = false
    for file in files {
      let process = Process()
      process.executableURL = momgen
      process.arguments =
        [isCheck ? "check" : "generate", "--config", file] + extractor.remainingArguments
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

  private static let help = """
    Usage: swift package regenerate-model [--target NAME...] [--check] [WORDS...]

    Generates the files that are kept beside the sources, as configured by the momgen.json in the folder of
    the package and in those of its targets.

    Options:
      --target NAME   Use only the folder of this target (may be repeated).
      --check         Write nothing; fail if a file is not up to date.

    WORDS are passed to 'momgen generate' or 'momgen check', such as --prune, --force or --diagnostics github.
    """
}
