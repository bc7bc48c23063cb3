import Foundation
import Ratios

/// The compiler with the flags that a build of the package gives it, as far as they matter here, with one job.
struct Compilation {
  /// The folder of the build that this program is a part of, with the module CoreData.
  let products: URL
  let scratch: URL
  let optimization: String

  /// Compiles files into objects.
  ///
  /// - Returns: The CPU time in seconds.
  func time(_ files: GeneratedFiles) throws -> Double {
    let folder = objects(of: files)
    let package = URL(filePath: FileManager.default.currentDirectoryPath)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try MeasuredProcess.run(
      ["swiftc", "-c", optimization, "-j1", "-module-name", "Measured", "-parse-as-library"]
        + (optimization == "-O" ? ["-wmo"] : ["-enable-batch-mode"])
        + ["-swift-version", "6", "-I", products.appending(path: "Modules").path]
        + ClangModules.options(package: package, products: products) + files.paths,
      in: folder
    )
  }

  /// The bytes of machine code and data in the objects that were compiled.
  func size(_ files: GeneratedFiles) throws -> Int {
    let folder = objects(of: files)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".o") }
      .reduce(0) { $0 + (try ObjectFile(at: folder.appending(path: $1)).loadedSize) }
  }

  private func objects(of files: GeneratedFiles) -> URL {
    scratch.appending(path: "\(files.title) \(optimization)")
  }
}

/// An object file of 64 bits, little-endian.
struct ObjectFile {
  private let bytes: Data

  init(at url: URL) throws {
    bytes = try Data(contentsOf: url)
  }

  /// The size of the sections that are in memory when the program runs.
  var loadedSize: Int {
    let table = Int(number(at: 0x28, as: UInt64.self))
    let size = Int(number(at: 0x3A, as: UInt16.self))
    let count = Int(number(at: 0x3C, as: UInt16.self))
    let isAllocated: UInt64 = 2
    return (0..<count).map { table + $0 * size }
      .filter { number(at: $0 + 8, as: UInt64.self) & isAllocated != 0 }
      .reduce(0) { $0 + Int(number(at: $1 + 32, as: UInt64.self)) }
  }

  private func number<T: FixedWidthInteger>(at offset: Int, as type: T.Type) -> T {
    bytes.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
  }
}
