// swift-tools-version: 6.1
import PackageDescription

// One floor stands on another; imports run downward only. `ARCHITECTURE.md` draws the picture.
// Everything below the `CoreData` module is `package`, so no library product is declared for it.

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target of Swift code with the settings that hold for the whole package.
func floor(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of the target of the same name.
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.byName(name: name)] + dependencies,
    swiftSettings: settings)
}

/// A C library of the system: a module map and a narrow shim, imported by exactly one Swift target.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "OpenCoreData",
  products: [
    .executable(name: "momgen", targets: ["momgen"])
  ],
  targets: [
    // 1 · C libraries, and code that knows nothing of models
    system("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    floor("Diagnostics"),
    floor("CommandLineWords"),
    floor("PredicateFormat"),
    floor("PropertyLists"),
    floor("TemplateEngine", ["Diagnostics"]),
    tests("Diagnostics"),
    tests("CommandLineWords"),
    tests("PredicateFormat"),
    tests("PropertyLists"),
    tests("TemplateEngine", ["Diagnostics"]),

    // 2 · the model as a value
    floor("ManagedModel", ["Diagnostics", "PredicateFormat"]),
    tests("ManagedModel"),

    // 3 · files into values and back
    floor(
      "ModelFiles",
      ["ManagedModel", "PredicateFormat", "PropertyLists", "Diagnostics", "CLibXML2"]),
    tests("ModelFiles", ["ManagedModel", "PropertyLists", "Diagnostics"]),

    // 5 · the command line
    .executableTarget(
      name: "momgen",
      dependencies: ["CommandLineWords", "Diagnostics", "ManagedModel", "ModelFiles"],
      swiftSettings: settings),
    .testTarget(
      name: "momgenTests",
      dependencies: ["momgen"],
      swiftSettings: settings),
  ]
)
