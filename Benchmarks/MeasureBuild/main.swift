// measure-build: the CPU time of a clean build of the module CoreData and its dependencies: in debug
// mode, in debug mode as a dependency of another package, whose modules are compiled as wholes, and in release mode.
//
// CPU time depends on the load of the machine: caches are shared, and so are the units of one core.
// So each build runs between type checks of the sources of CoreData alone, which are similar work, and
// is compared with the checks directly before and after it. The bound is about the quotient of two such ratios.
//
// It is run in the folder of the package. With --debug the release build is left out.

import Foundation
import Ratios

let package = URL(filePath: FileManager.default.currentDirectoryPath)
let scratch = FileManager.default.temporaryDirectory
  .appending(path: "measure-build-\(ProcessInfo.processInfo.processIdentifier)")

/// Builds the runtime from scratch; it needs no generator.
@MainActor
func build(_ title: String, _ options: [String] = [], of folder: URL = package) throws -> Double {
  try MeasuredProcess.run(
    [
      "OPENCOREDATA_MOMGEN=none", "swift", "build", "--package-path", folder.path,
      "--scratch-path", scratch.appending(path: title).path, "--target", "CoreData",
    ] + options
  )
}

/// Copies the sources to the place of a checked-out dependency.
@MainActor
func checkOut() throws -> URL {
  let copy = scratch.appending(path: "checkouts/OpenCoreData")
  try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
  let files = "git ls-files -z --cached --others --exclude-standard"
  try MeasuredProcess.run(
    ["sh", "-c", "\(files) | tar --null -T - -cf - | tar -xf - -C \"$0\"", copy.path],
    in: package
  )
  return copy
}

/// Type checks the sources of CoreData with the modules of the debug build.
@MainActor
func typeCheck() throws -> Double {
  let sources = package.appending(path: "Sources")
  let files =
    FileManager.default.enumerator(atPath: sources.appending(path: "Runtime/CoreData").path)?
    .compactMap { $0 as? String }
    .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Documentation.docc/") }.sorted() ?? []
  let products = scratch.appending(path: "debug/debug")
  return try MeasuredProcess.run(
    [
      "swiftc", "-typecheck", "-wmo", "-module-name", "CoreData", "-parse-as-library",
      "-swift-version", "6", "-package-name", package.lastPathComponent.lowercased(),
      "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature",
      "MemberImportVisibility", "-I", products.appending(path: "Modules").path,
    ] + ClangModules.options(package: package, products: products)
      + files.map { "Sources/Runtime/CoreData/\($0)" },
    in: package
  )
}

/// Prints a time as soon as it is known.
@MainActor
func show(_ title: String, _ time: Double) {
  print(title + String(format: ": %.1f s of CPU time", time))
  fflush(nil)
}

/// The times of the last type checks, in their order.
var checks: [Double] = []

/// Runs some type checks.
///
/// - Returns: The median time of these and of those before the build that they follow.
@MainActor
func checkAgain() throws -> Double {
  let before = checks
  checks = try (0..<3).map { _ in try typeCheck() }
  return (before + checks).median
}

MeasuringProgram.run {
  defer { try? FileManager.default.removeItem(at: scratch) }
  let debug = try build("debug")
  show("debug build of the runtime", debug)
  let debugRatio = try debug / checkAgain()
  show("type check of CoreData", checks.median)
  let dependency = try build("dependency", of: checkOut())
  show("debug build of a dependency", dependency)
  let dependencyRatio = try dependency / checkAgain()
  show("type check of CoreData", checks.median)
  var ratios = [("debug", debugRatio), ("debug, dependency", dependencyRatio)]
  if !CommandLine.arguments.contains("--debug") {
    let release = try build("release", ["-c", "release"])
    show("release build", release)
    ratios.append(("release", try release / checkAgain()))
  }
  for (name, ratio) in ratios {
    RatioLog.record("\(name): runtime / type check", ratio)
    print("\(name): runtime / type check:" + String(format: " %.1f", ratio))
  }
  let ratio = dependencyRatio / debugRatio
  RatioLog.record("runtime: debug of a dependency / debug", ratio)
  print(
    String(format: "debug of a dependency / debug: %.2f (at most 0.67: ", ratio)
      + (ratio <= 0.67 ? "met)" : "MISSED)")
  )
  return ratio <= 0.67
}
