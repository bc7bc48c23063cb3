import BuiltPrograms
import CorpusFiles
import Foundation

/// The compiler, with the search paths of the modules that were built beside the tests.
struct SwiftCompiler {
  private let sandbox: Sandbox
  private let flags: String
  private let manifestFlags: String

  init(in sandbox: Sandbox) throws {
    self.sandbox = sandbox
    let modules = BuiltPrograms.folder?.appending(path: "Modules").path ?? ""
    let maps = PackageSources.moduleMaps.map { "-Xcc '-fmodule-map-file=\($0.path)'" }
    flags =
      "-swift-version 6 -I '\(modules)' $(pkg-config --cflags libxml-2.0) "
      + maps.joined(separator: " ")
    let resources = try sandbox.run(
      "swiftc -print-target-info | sed -n 's/.*\"runtimeResourcePath\": \"\\(.*\\)\".*/\\1/p'"
    ).output.split(separator: "\n").first
    manifestFlags = "-I '\(resources ?? "")/pm/ManifestAPI' -package-description-version 6.1"
  }

  /// The output of the compiler for files of one module; nil if there is none.
  func complaint(about files: [String], asManifest: Bool = false) throws -> String? {
    let names = files.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try sandbox.run(
      "swiftc -typecheck -warnings-as-errors \(asManifest ? manifestFlags : flags) \(names)"
    )
    return outcome.status == 0 && outcome.output.isEmpty ? nil : outcome.output
  }

}
