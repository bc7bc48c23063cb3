import BuiltPrograms
import CorpusFiles
import Foundation

/// The compiler, which is told of the modules that were built beside the tests.
struct SwiftCompiler {
  private let sandbox: Sandbox
  private let flags: String
  private let manifestFlags: String

  init(in sandbox: Sandbox) throws {
    self.sandbox = sandbox
    let modules = BuiltPrograms.folder?.appending(path: "Modules").path ?? ""
    let maps = try Self.moduleMaps().map { "-Xcc '-fmodule-map-file=\($0)'" }
    flags =
      "-swift-version 6 -I '\(modules)' $(pkg-config --cflags libxml-2.0) "
      + maps.joined(separator: " ")
    let resources = try sandbox.run(
      "swiftc -print-target-info | sed -n 's/.*\"runtimeResourcePath\": \"\\(.*\\)\".*/\\1/p'"
    ).output.split(separator: "\n").first
    manifestFlags = "-I '\(resources ?? "")/pm/ManifestAPI' -package-description-version 6.1"
  }

  /// What the compiler says of files of one module; nil if that is nothing at all.
  func complaint(about files: [String], asManifest: Bool = false) throws -> String? {
    let names = files.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try sandbox.run(
      "swiftc -typecheck -warnings-as-errors \(asManifest ? manifestFlags : flags) \(names)"
    )
    return outcome.status == 0 && outcome.output.isEmpty ? nil : outcome.output
  }

  /// The module maps of the C libraries, on which modules depend that were built with them.
  private static func moduleMaps() throws -> [String] {
    let sources = Corpus.package.appending(path: "Sources")
    return try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
      .filter { $0.hasPrefix("C") }
      .flatMap { ["\($0)/module.modulemap", "\($0)/include/module.modulemap"] }
      .map { sources.appending(path: $0).path }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }
}
