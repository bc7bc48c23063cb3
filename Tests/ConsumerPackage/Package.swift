// swift-tools-version: 6.2
import PackageDescription

// A package as its users have it: it depends on OpenCoreData, and each of its targets has a model that
// is turned into code while it is built. `.ci/consumer` builds a copy of it, after
// `swift package regenerate-model` has made what is kept beside the sources.

let location = Context.environment["OPENCOREDATA"] ?? "../.."

/// A target whose models become code in the build.
func target(
  _ name: String,
  exclude: [String] = [],
  resources: [Resource] = [],
  _ settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name,
    dependencies: [.product(name: "CoreData", package: "OpenCoreData")],
    exclude: exclude,
    resources: resources,
    swiftSettings: settings,
    plugins: [.plugin(name: "GenerateModel", package: "OpenCoreData")]
  )
}

let package = Package(
  name: "ConsumerPackage",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "OpenCoreData", path: location),
    .package(path: "ToolsFiveNine"),
  ],
  targets: [
    // As README has it: neither a momgen.json nor a resource. The plugin compiles the model.
    target("Plain"),
    target("MainActorIsolated", [.defaultIsolation(MainActor.self)]),
    target(
      "SwiftFive",
      exclude: ["Resources/Venues.xcdatamodel"],
      resources: [.copy("Resources/notes.txt")],
      [.swiftLanguageMode(.v5)]
    ),
    target(
      "InternalImports",
      exclude: ["Company.xcdatamodeld"],
      [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    ),
    // Its generated code is kept beside its sources.
    .target(
      name: "Kept",
      dependencies: [.product(name: "CoreData", package: "OpenCoreData")],
      exclude: ["Matches.xcdatamodeld"]
    ),
    // Sources of an app, which `.ci/consumer` adopts before anything is built.
    target("Fleet", exclude: ["Fleet.xcdatamodeld", "momgen.json"]),
    .target(
      name: "FleetQueries",
      dependencies: ["Fleet", .product(name: "CoreData", package: "OpenCoreData")]
    ),
    // The program of the tutorial. Its sources are put there by `.ci/consumer`.
    .executableTarget(
      name: "Tutorial",
      dependencies: [.product(name: "CoreData", package: "OpenCoreData")],
      exclude: ["League.xcdatamodeld", "momgen.json"],
      plugins: [.plugin(name: "GenerateModel", package: "OpenCoreData")]
    ),
    // The program of the README, likewise.
    .executableTarget(
      name: "Readme",
      dependencies: [.product(name: "CoreData", package: "OpenCoreData")],
      plugins: [.plugin(name: "GenerateModel", package: "OpenCoreData")]
    ),
    .executableTarget(
      name: "consumer",
      dependencies: [
        "FleetQueries", "Kept", "Plain", "MainActorIsolated", "SwiftFive", "InternalImports",
        .product(name: "ToolsFiveNine", package: "ToolsFiveNine"),
      ]
    ),
  ]
)
