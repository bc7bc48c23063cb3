import Foundation

/// The modules of the package's C targets, for programs that call the compiler themselves.
///
/// Each module that imports the runtime needs all of them below it, whether or not it names one.
package enum ClangModules {
  /// Returns the options of `swiftc` for the C targets.
  ///
  /// - Parameters:
  ///   - package: The folder of the package, whose targets have module maps in their sources.
  ///   - products: The folder of a build, which has the module maps of targets without one of their own.
  /// - Returns: The options.
  /// - Throws: The error of reading the folders.
  package static func options(package: URL, products: URL) throws -> [String] {
    let maps = try written(in: package.appending(path: "Sources")) + made(in: products)
    // The headers of the libraries that pkg-config knows.
    return (["-I/usr/include/libxml2"] + maps.map { "-fmodule-map-file=\($0)" })
      .flatMap { ["-Xcc", $0] }
  }

  private static let file = "module.modulemap"

  /// The module maps among sources.
  private static func written(in sources: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0 == file || $0.hasSuffix("/\(file)") }.sorted()
      .map { sources.appending(path: $0).path }
  }

  /// The module maps that the package manager has made for C targets; those for Swift targets are one folder deeper.
  ///
  /// The tools of plugins have their own, of the same modules.
  private static func made(in products: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: products.path)
      .filter { $0.hasSuffix(".build") && !$0.hasSuffix("-tool.build") }.sorted()
      .map { products.appending(path: "\($0)/\(file)").path }
      .filter(FileManager.default.fileExists)
  }
}
