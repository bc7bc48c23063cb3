// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "League",
  dependencies: [.package(path: "../OpenCoreData")],
  targets: [
    .executableTarget(
      name: "League",
      dependencies: [.product(name: "CoreData", package: "OpenCoreData")],
      exclude: ["League.xcdatamodeld", "momgen.json"],
      plugins: [.plugin(name: "GenerateModel", package: "OpenCoreData")]
    )
  ]
)
