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
func tests(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.byName(name: name)] + dependencies,
    exclude: exclude,
    swiftSettings: settings
  )
}

/// A C library of the system: a module map and a narrow shim, imported by exactly one Swift target.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A target whose model becomes classes in the build, as `momgen.json` in its folder says.
func modeled(_ name: String, path: String? = nil) -> Target {
  .target(
    name: name,
    dependencies: ["CoreData"],
    path: path,
    exclude: ["momgen.json"],
    swiftSettings: settings + [.enableUpcomingFeature("InternalImportsByDefault")],
    plugins: [.plugin(name: "GenerateModel")]
  )
}

/// The code that the golden cases of a model of `Models` hold, as a module of the model's name.
func generated(_ model: String) -> Target {
  .target(
    name: model,
    dependencies: ["CoreData"],
    path: "Tests/GeneratedCode/\(model)",
    swiftSettings: settings + [.enableUpcomingFeature("InternalImportsByDefault")]
  )
}

/// The commit that `--version` names, of which packages are built; `.ci/release-build` sets it.
let commit: [CSetting] =
  (Context.environment["OPENCOREDATA_COMMIT"] ?? "").isEmpty
  ? [] : [.define("OPENCOREDATA_COMMIT", to: Context.environment["OPENCOREDATA_COMMIT"])]

/// The generator that the plugins run: this package's own, unless `OPENCOREDATA_MOMGEN` names an artifact bundle.
///
/// Then no generator is compiled. The bundle, a folder or a zip file that `make artifactbundle` makes, is named by its
/// absolute path, or by a URL with `#` and the checksum behind it.
let prebuiltGenerator: Target? = Context.environment["OPENCOREDATA_MOMGEN"].flatMap { place in
  let name = "MomgenArtifact"
  if place.isEmpty { return nil }
  if place.hasPrefix("/") {
    // The path of a target begins in the folder of its package.
    let folders = Context.packageDirectory.split(separator: "/").map { _ in ".." }
    return .binaryTarget(name: name, path: folders.joined(separator: "/") + place)
  }
  let parts = place.split(separator: "#", maxSplits: 1).map(String.init)
  return .binaryTarget(name: name, url: parts[0], checksum: parts.count > 1 ? parts[1] : "")
}
let generator: Target.Dependency = prebuiltGenerator.map { .target(name: $0.name) } ?? "momgen"

// The runtime, where the system has none: Apple's platforms bring their own module `CoreData`.
#if canImport(Darwin)
  let runtimeProducts: [Product] = []
  let runtimeTargets: [Target] = []
#else
  let runtimeProducts: [Product] = [
    .library(name: "CoreData", targets: ["CoreData"]),
    .executable(name: "momgen-studio", targets: ["momgen-studio"]),
    .library(name: "StoreConformance", targets: ["StoreConformance"]),
  ]
  let runtimeTargets: [Target] = [
    .target(name: "CSwiftABI"),
    system("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
    floor("HTTPServer", ["CMicroHTTPD"]),
    floor("WebGuarding", ["HTTPServer"]),
    // Models in a browser: the server that `momgen studio` starts.
    floor(
      "Studio",
      [
        "CodeGeneration", "Diagnostics", "HTTPServer", "ManagedModel", "ModelDiagram",
        "ModelEditing", "ModelFiles",
        "ModelReview", "SQLSchema", "WebGuarding", "WebPages",
      ]
    ),
    tests("Studio", ["CorpusFiles", "HTTPServer", "ModelFiles", "RawHTTPClient"]),
    .executableTarget(
      name: "momgen-studio",
      dependencies: ["Diagnostics", "ModelEditing", "Studio"],
      swiftSettings: settings
    ),
    tests("WebGuarding", ["HTTPServer"]),
    .target(name: "RawHTTPClient", path: "Tests/RawHTTPClient", swiftSettings: settings),
    tests("HTTPServer", ["RawHTTPClient"]),
    floor(
      "CoreData",
      [
        "CSwiftABI", "ManagedModel", "ModelFiles", "ObjectRows", "PredicateFormat",
        "PropertyLists", "Diagnostics",
        "SQLStore", "SQLDriver", "SQLiteDriver", "SQLSchema", "StoreMigration", "PostgreSQLStore",
        "PostgreSQLDriver",
      ]
    ),
    floor("StoreConformance", ["CoreData"]),
    // Files that fail when tests of SQLite stores want them to.
    .target(name: "CFaultyFiles", dependencies: ["CSQLite"], path: "Tests/FaultyFiles"),
    .target(
      name: "DiskFaults",
      dependencies: ["CFaultyFiles"],
      path: "Tests/DiskFaults",
      swiftSettings: settings
    ),
    tests(
      "CoreData",
      [
        "ManagedModel", "ModelFiles", "ObjectRows", "PredicateFormat", "CorpusFiles",
        "StoreConformance", "PropertyLists", "SQLDriver", "SQLiteDriver", "SQLStore",
        "StoreMigration", "DiskFaults", "TextFileStore",
      ],
      exclude: ["API/Ledger.tsv"]
    ),
    tests(
      "PostgreSQLStore",
      [
        "CoreData", "PostgreSQLDriver", "PostgreSQLServer", "SQLDriver", "StoreConformance",
      ]
    ),

    // An app's model layer is adopted, and compiled against the runtime.
    tests(
      "ModelAdoption",
      [
        "CoreData", "ManagedModel", "ModelFiles", "SwiftSource", "momgen", "CorpusFiles",
        "BuiltPrograms",
      ],
      exclude: ["Golden", "App"]
    ),

    // The sample app
    floor("TextFileStore", ["CoreData"]),
    modeled("LeagueModel"),
    floor("LeagueOperations", ["LeagueModel", "TextFileStore", "CoreData", "Diagnostics"]),
    tests(
      "LeagueOperations",
      ["LeagueModel", "TextFileStore", "CoreData", "Diagnostics", "PostgreSQLServer"]
    ),
    .executableTarget(
      name: "league",
      dependencies: [
        "CommandLineWords", "Diagnostics", "LeagueOperations", "LeagueWeb", "HTTPServer",
        "ModelFiles", "ProgramVersion",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "leagueTests",
      dependencies: [
        "league", "LeagueOperations", "CommandLineWords", "Diagnostics", "CorpusFiles",
        "RawHTTPClient", "BuiltPrograms", "PostgreSQLServer", "PostgreSQLDriver", "SQLDriver",
        "ProgramVersion",
      ],
      swiftSettings: settings
    ),

    // Small examples of one thing each
    .target(
      name: "StackExample",
      dependencies: ["CoreData"],
      path: "Sources/Examples/StackExample",
      swiftSettings: settings
    ),
    modeled("ContactsExample", path: "Sources/Examples/ContactsExample"),
    modeled("CompanyExample", path: "Sources/Examples/CompanyExample"),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "StackExample", "ContactsExample", "CompanyExample", "LeagueModel", "CoreData",
        "CorpusFiles",
      ],
      swiftSettings: settings
    ),

    .target(
      name: "LeagueWeb",
      dependencies: [
        "LeagueModel", "LeagueOperations", "HTTPServer", "WebGuarding", "WebPages", "CoreData",
      ],
      resources: ["style.css", "script.js", "icon.svg"].map { .embedInCode("Assets/\($0)") },
      swiftSettings: settings
    ),
    tests(
      "LeagueWeb",
      [
        "LeagueModel", "LeagueOperations", "HTTPServer", "CoreData", "RawHTTPClient", "league",
        "PostgreSQLServer", "WebPages",
      ]
    ),

    // The documentation: every command in it is run, every snippet compiled.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "momgen", "league", "CommandLineWords", "CoreData", "League", "StoreConformance",
        "BuiltPrograms",
        "CorpusFiles",
      ],
      swiftSettings: settings
    ),

    generated("Company"),
    generated("Contacts"),
    generated("Everything"),
    generated("League"),
    .testTarget(
      name: "GeneratedCodeTests",
      dependencies: ["CoreData", "Company", "Contacts", "Everything", "League"],
      swiftSettings: settings
    ),
    // A script that makes stores, and what they hold after each step.
    .testTarget(
      name: "StoreBytesTests",
      dependencies: ["CoreData", "Company", "Everything", "League", "SQLDriver", "SQLiteDriver"],
      exclude: ["Golden"],
      swiftSettings: settings
    ),
    .target(
      name: "Measuring",
      dependencies: ["CoreData"],
      path: "Benchmarks/Measuring",
      swiftSettings: settings
    ),
    // What a PostgreSQL cluster loses while its nodes die, run by `make torture-cluster`.
    .executableTarget(
      name: "torture-cluster",
      dependencies: ["CoreData", "PostgreSQLDriver", "SQLDriver"],
      path: "Benchmarks/TortureCluster",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "measure-objects",
      dependencies: ["CoreData", "Measuring", "Ratios"],
      path: "Benchmarks/MeasureObjects",
      swiftSettings: settings,
      plugins: [.plugin(name: "GenerateModel")]
    ),
    .executableTarget(
      name: "measure-predicates",
      dependencies: ["CoreData", "Measuring", "Ratios"],
      path: "Benchmarks/MeasurePredicates",
      swiftSettings: settings
    ),
    .target(
      name: "TypedRows",
      dependencies: ["CoreData"],
      path: "Benchmarks/TypedRows",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "measure-generated-code",
      dependencies: ["Ratios", "TypedRows"],
      path: "Benchmarks/MeasureGeneratedCode",
      exclude: ["TypedRowsSet"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "measure-migration",
      dependencies: [
        "StoreMigration", "ManagedModel", "PropertyLists", "Ratios", "SQLSchema", "SQLDriver",
        "SQLiteDriver",
      ],
      path: "Benchmarks/MeasureMigration",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "measure-fetched-results",
      dependencies: ["CoreData", "Measuring", "Ratios"],
      path: "Benchmarks/MeasureFetchedResults",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "measure-store",
      dependencies: ["CoreData", "League", "LeagueSquad", "CSQLite", "Measuring", "Ratios"],
      path: "Benchmarks/MeasureStore",
      swiftSettings: settings
    ),
    .target(
      name: "LeagueSquad",
      dependencies: ["CoreData", "League", "Measuring"],
      path: "Benchmarks/LeagueSquad",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "measure-app",
      dependencies: ["CoreData", "League", "LeagueSquad", "CSQLite", "Measuring", "Ratios"],
      path: "Benchmarks/MeasureApp",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "cold-start",
      dependencies: ["CoreData", "League"],
      path: "Benchmarks/ColdStart",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "cold-start-raw",
      dependencies: ["CSQLite"],
      path: "Benchmarks/ColdStartRaw",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "measure-postgresql",
      dependencies: [
        "CoreData", "League", "LeagueSquad", "CLibPQ", "Measuring", "PostgreSQLServer", "Ratios",
      ],
      path: "Benchmarks/MeasurePostgreSQL",
      swiftSettings: settings
    ),
  ]
#endif

let package = Package(
  name: "OpenCoreData",
  // Only the generator is for Apple's platforms, where the runtime is Apple's own.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "momgen", targets: ["momgen"]),
    .plugin(name: "GenerateModel", targets: ["GenerateModel"]),
    .plugin(name: "RegenerateModel", targets: ["RegenerateModel"]),
    .plugin(name: "AdoptSources", targets: ["AdoptSources"]),
  ] + runtimeProducts,
  targets: [
    // 1 · C libraries, and code that knows nothing of models
    system("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    // libpq, which is not linked but loaded when it is wanted.
    .target(name: "CLibPQ", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    .target(name: "CBuildCommit", cSettings: commit),
    floor("ProgramVersion", ["CBuildCommit"]),
    floor("Diagnostics"),
    floor("CommandLineWords", ["Diagnostics"]),
    floor("WebPages"),
    tests("WebPages"),
    floor("PredicateFormat"),
    floor("PropertyLists"),
    floor("Deflation", ["CZlib"]),
    floor("TemplateEngine", ["Diagnostics"]),
    floor("SwiftSource"),
    tests("SwiftSource", ["CorpusFiles"]),
    tests("Diagnostics"),
    tests("CommandLineWords", ["Diagnostics"]),
    tests("PredicateFormat"),
    tests("PropertyLists"),
    tests("Deflation"),
    tests("TemplateEngine", ["Diagnostics"]),

    .target(name: "CorpusFiles", path: "Tests/CorpusFiles", swiftSettings: settings),
    .target(
      name: "BuiltPrograms",
      dependencies: ["CorpusFiles"],
      path: "Tests/BuiltPrograms",
      swiftSettings: settings
    ),

    // 2 · the model as a value
    floor("ManagedModel", ["Diagnostics", "PredicateFormat"]),
    tests("ManagedModel", ["Diagnostics"]),
    floor("SQLDriver"),
    tests("SQLDriver"),
    tests("Ratios"),
    floor("ObjectRows"),
    tests("ObjectRows"),

    // 3 · files into values and back
    floor(
      "ModelFiles",
      ["ManagedModel", "PredicateFormat", "PropertyLists", "Diagnostics", "CLibXML2"]
    ),
    tests(
      "ModelFiles",
      [
        "ManagedModel", "PredicateFormat", "PropertyLists", "Diagnostics", "CorpusFiles", "CSQLite",
        "CZlib",
      ]
    ),
    floor("SQLSchema", ["ManagedModel", "Diagnostics", "PredicateFormat", "SQLDriver"]),
    tests(
      "SQLSchema",
      [
        "ManagedModel", "ModelFiles", "Diagnostics", "CorpusFiles", "SQLDriver", "SQLiteDriver",
        "PostgreSQLDriver", "PostgreSQLServer", "StoreSamples",
      ]
    ),

    // Models with edits and stores with data, for all who test migrations.
    .target(
      name: "StoreSamples",
      dependencies: ["ManagedModel", "SQLSchema", "SQLDriver", "SQLiteDriver"],
      path: "Tests/StoreSamples",
      swiftSettings: settings
    ),

    floor("SQLiteDriver", ["SQLDriver", "CSQLite"]),
    tests("SQLiteDriver", ["SQLDriver"]),
    floor("PostgreSQLDriver", ["SQLDriver", "CLibPQ"]),
    tests("PostgreSQLDriver", ["SQLDriver", "PostgreSQLServer"]),

    // The server that tests talk to; it runs while they run.
    .target(
      name: "PostgreSQLServer",
      dependencies: ["PostgreSQLDriver", "SQLDriver"],
      path: "Tests/PostgreSQLServer",
      swiftSettings: settings
    ),

    // 4 · what is made from a model
    floor("ModelDiagram", ["ManagedModel"]),
    tests("ModelDiagram", ["ManagedModel", "ModelFiles", "CorpusFiles"], exclude: ["Golden"]),
    floor(
      "CodeGeneration",
      [
        "ManagedModel", "ModelFiles", "SQLSchema", "TemplateEngine", "PredicateFormat",
        "Diagnostics",
      ]
    ),
    tests(
      "CodeGeneration",
      [
        "ManagedModel", "ModelFiles", "TemplateEngine", "Diagnostics", "CorpusFiles",
        "BuiltPrograms",
      ],
      exclude: ["Golden", "Sets"]
    ),
    floor(
      "SQLStore",
      [
        "ManagedModel", "ObjectRows", "PredicateFormat", "PropertyLists", "SQLDriver", "SQLSchema",
      ]
    ),
    tests(
      "SQLStore",
      [
        "ManagedModel", "ObjectRows", "PredicateFormat", "PropertyLists", "SQLDriver", "SQLSchema",
        "SQLiteDriver", "PostgreSQLDriver", "PostgreSQLServer", "DiskFaults", "StoreSamples",
      ]
    ),

    floor(
      "PostgreSQLStore",
      ["ObjectRows", "SQLDriver", "SQLSchema", "SQLStore", "PostgreSQLDriver"]
    ),

    floor(
      "StoreMigration",
      [
        "ManagedModel", "ModelFiles", "SQLSchema", "SQLDriver", "SQLiteDriver", "PropertyLists",
        "Deflation", "Diagnostics",
      ]
    ),
    tests(
      "StoreMigration",
      [
        "ManagedModel", "ModelFiles", "SQLSchema", "SQLDriver", "SQLiteDriver", "PropertyLists",
        "CorpusFiles", "StoreSamples", "DiskFaults", "Diagnostics",
      ]
    ),

    // Run by `make templates`. A build plugin could run it, but not while the package manager builds
    // momgen for the plugins of other packages.
    .executableTarget(name: "embed-templates", swiftSettings: settings),

    floor("ModelAdoption", ["ManagedModel", "SwiftSource", "Diagnostics"]),

    floor("ModelEditing", ["ManagedModel", "ModelFiles", "Diagnostics"]),
    tests("ModelEditing", ["ManagedModel", "ModelFiles", "Diagnostics", "CorpusFiles"]),

    floor("ModelReview", ["ManagedModel", "SQLSchema", "PredicateFormat", "Diagnostics"]),
    tests(
      "ModelReview",
      ["ManagedModel", "ModelFiles", "SQLSchema", "PredicateFormat", "Diagnostics", "CorpusFiles"]
    ),

    floor(
      "Explanations",
      [
        "CodeGeneration", "Diagnostics", "ManagedModel", "ModelAdoption", "ModelReview",
        "SQLSchema",
        "StoreMigration", "TemplateEngine",
      ]
    ),

    // 5 · the command line
    .executableTarget(
      name: "momgen",
      dependencies: [
        "CommandLineWords", "CodeGeneration", "Diagnostics", "Explanations", "ManagedModel",
        "ModelAdoption", "ModelDiagram", "ModelEditing", "ModelFiles", "ModelReview",
        "PostgreSQLDriver", "ProgramVersion", "SQLDriver", "SQLSchema", "SQLiteDriver",
        "StoreMigration", "SwiftSource", "TemplateEngine", "WebPages",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "momgenTests",
      dependencies: [
        "momgen", "CodeGeneration", "CommandLineWords", "Diagnostics", "Explanations",
        "ManagedModel", "ModelFiles", "ModelReview", "CorpusFiles", "BuiltPrograms", "SQLDriver",
        "SQLSchema", "SQLiteDriver", "StoreMigration", "PropertyLists", "PostgreSQLDriver",
        "PostgreSQLServer", "ProgramVersion",
      ],
      exclude: ["Golden"],
      swiftSettings: settings
    ),

    // 6 · the command line as part of other packages' builds
    .plugin(name: "GenerateModel", capability: .buildTool(), dependencies: [generator]),
    .plugin(
      name: "RegenerateModel",
      capability: .command(
        intent: .custom(
          verb: "regenerate-model",
          description: "Generate code from Core Data models, as momgen.json says"
        ),
        permissions: [
          .writeToPackageDirectory(reason: "The generated files are kept beside the sources.")
        ]
      ),
      dependencies: [generator]
    ),

    .plugin(
      name: "AdoptSources",
      capability: .command(
        intent: .custom(
          verb: "adopt",
          description: "Edit Swift files so that they compile on Linux, and in Xcode as before"
        ),
        permissions: [
          .writeToPackageDirectory(reason: "The sources of the targets are edited in place.")
        ]
      ),
      dependencies: [generator]
    ),

    // – · what is measured
    // The ratios that are measured, and their history.
    .target(name: "Ratios", path: "Benchmarks/Ratios", swiftSettings: settings),
    .executableTarget(
      name: "bench",
      dependencies: ["Ratios"],
      path: "Benchmarks/Bench",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "measure-models",
      dependencies: ["Ratios"],
      path: "Benchmarks/MeasureModels",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "foundation-word",
      path: "Benchmarks/FoundationWord",
      swiftSettings: settings
    ),
  ] + runtimeTargets + (prebuiltGenerator.map { [$0] } ?? [])
)
