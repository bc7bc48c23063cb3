// swift-tools-version: 6.2
import PackageDescription

// A package as its users have it: it depends on OpenCoreData, and each of its targets has a model that
// is turned into code while it is built. `.ci/consumer` builds a copy of it.

let location = Context.environment["OPENCOREDATA"] ?? "../.."

/// A target with a model.
func target(
  _ name: String,
  exclude: [String] = [],
  resources: [Resource] = [],
  _ settings: [SwiftSetting]
) -> Target {
  .target(
    name: name,
    exclude: exclude,
    resources: resources,
    swiftSettings: settings,
    plugins: [.plugin(name: "GenerateModel", package: "OpenCoreData")]
  )
}

let package = Package(
  name: "ConsumerPackage",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "OpenCoreData", path: location)],
  targets: [
    target("Plain", []),
    target("MainActorIsolated", [.defaultIsolation(MainActor.self)]),
    target(
      "SwiftFive",
      exclude: ["Resources/Teams.xcdatamodel"],
      resources: [.copy("Resources/notes.txt")],
      [.swiftLanguageMode(.v5)]
    ),
    target(
      "InternalImports",
      exclude: ["Company.xcdatamodeld"],
      [.enableUpcomingFeature("InternalImportsByDefault")]
    ),
    .target(name: "Kept"),
    .executableTarget(
      name: "consumer",
      dependencies: ["Kept", "Plain", "MainActorIsolated", "SwiftFive", "InternalImports"]
    ),
  ]
)
