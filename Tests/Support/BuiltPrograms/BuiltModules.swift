import CorpusFiles
import Foundation

/// The modules of this build, to compile sources against.
package enum BuiltModules {
  private static let build = Corpus.package.appending(path: ".build/debug")

  /// Whether the module `CoreData` is built; prints a message if it is not.
  package static var isThere: Bool {
    let module = build.appending(path: "Modules/CoreData.swiftmodule").path
    let exists = FileManager.default.fileExists(atPath: module)
    if !exists { print("skipped: the module CoreData is not built") }
    return exists
  }

  /// The compiler flags that find the modules.
  package static var flags: [String] {
    let maps = PackageSources.moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
    return ["-I", build.appending(path: "Modules").path, "-Xcc", "-I/usr/include/libxml2"] + maps
  }

  /// The object files and libraries to link a program that uses `CoreData` with: the modules have no library.
  package static func objects() throws -> [String] {
    // The link file list of the tests: the folders may have object files of removed sources.
    let list = build.appending(path: "OpenCoreDataPackageTests.product/Objects.LinkFileList")
    let names = Set(modules.map { "\($0).build" })
    return try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
      .map { $0.trimmingCharacters(in: ["'", "\""]) }
      .filter { !names.isDisjoint(with: URL(filePath: $0).pathComponents) }
      + ["-lsqlite3", "-lxml2", "-lz", "-ldl"]
  }

  /// The modules that make up `CoreData`.
  private static let modules: Set<String> = [
    "CLibPQ", "CRowMemory", "CSwiftABI", "CoreData", "Deflation", "Diagnostics", "Digests",
    "Files", "JSON", "ManagedModel", "ModelComparison", "ModelFiles", "ObjectRows", "Parallelism",
    "PostgreSQLDriver", "PostgreSQLStore", "PredicateFormat", "PropertyLists", "SQLDriver",
    "SQLSchema", "SQLStore", "SQLiteDriver", "StoreMigration", "Texts",
  ]
}
