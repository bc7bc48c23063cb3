// swift-tools-version: 5.9
import PackageDescription

// A package whose manifest and sources are of Swift 5.9.

let location = Context.environment["OPENCOREDATA"] ?? "../../.."

let package = Package(
  name: "ToolsFiveNine",
  platforms: [.macOS("15.0")],
  products: [.library(name: "ToolsFiveNine", targets: ["ToolsFiveNine"])],
  dependencies: [.package(name: "OpenCoreData", path: location)],
  targets: [
    .target(
      name: "ToolsFiveNine",
      dependencies: [.product(name: "CoreData", package: "OpenCoreData")],
      plugins: [.plugin(name: "GenerateModel", package: "OpenCoreData")]
    )
  ]
)
