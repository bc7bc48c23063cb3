// swift-tools-version: 6.2
import PackageDescription

// The folders of `Sources` are floors: a target imports those of its own folder and of folders above it in this list.
// `ARCHITECTURE.md` says what each target is; a test compares its table with this file.
//
// Everything below the module `CoreData` is `package`, so that no library product is declared for it.

// MARK: Settings

/// Whether this is the copy of a package that depends on this one, which the package manager has checked out.
let isCheckedOut = Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"

/// Whether the environment says that nobody edits the sources, as continuous integration does.
let isForOneBuild = Context.environment["OPENCOREDATA_WHOLE_MODULES"] == "1"

/// Debug builds of sources that nobody edits compile modules as wholes, as release builds always do.
///
/// An index needs an object for each file, and those need threads. The LLVM code that the compiler makes is not
/// verified, as clang does not verify its own by default; release builds verify it.
let wholeModules = [
  "-wmo", "-disable-batch-mode", "-num-threads", "8", "-no-emit-module-separately-wmo",
  "-Xfrontend", "-disable-llvm-verify",
]

/// Backtraces and breakpoints need the lines of a checked out copy, but not its variables.
///
/// The package manager puts its own `-g` behind the flags of the driver, but before those of the frontend.
let linesAlone = ["-Xfrontend", "-gline-tables-only"]

let flags =
  isForOneBuild ? wholeModules : isCheckedOut ? wholeModules + linesAlone : []

let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (flags.isEmpty ? [] : [.unsafeFlags(flags, .when(configuration: .debug))])

/// Those of code that is generated, which imports nothing for others.
let settingsOfGeneratedCode = settings + [.enableUpcomingFeature("InternalImportsByDefault")]

/// The commit that `--version` names, of which packages are built; `.ci/programs` sets it.
let commit: [CSetting] =
  (Context.environment["OPENCOREDATA_COMMIT"] ?? "").isEmpty
  ? [] : [.define("OPENCOREDATA_COMMIT", to: Context.environment["OPENCOREDATA_COMMIT"])]

/// The generator that the plugins run: this package's own, unless `OPENCOREDATA_MOMGEN` names an artifact bundle.
///
/// Then no generator is compiled. The bundle, a folder or a zip file that `make artifactbundle` makes, is named by its
/// absolute path, or by a URL with `#` and the checksum behind it.
///
/// SwiftPM compiles tools of plugins apart from the programs of a build, and so momgen would be compiled
/// twice. With the word `none` no target of this package has the plugin, and `--product momgen` compiles
/// it once; `.ci/generator` makes a bundle of it, with which the Makefile builds everything else.
let generatorPlace = Context.environment["OPENCOREDATA_MOMGEN"] ?? ""
func pluginsOfModels() -> [Target.PluginUsage] {
  generatorPlace == "none" ? [] : [.plugin(name: "GenerateModel")]
}
let prebuiltGenerator: Target? = {
  let name = "MomgenArtifact"
  if ["", "none"].contains(generatorPlace) { return nil }
  if generatorPlace.hasPrefix("/") {
    // The path of a target begins in the folder of its package.
    let folders = Context.packageDirectory.split(separator: "/").map { _ in ".." }
    return .binaryTarget(name: name, path: folders.joined(separator: "/") + generatorPlace)
  }
  let parts = generatorPlace.split(separator: "#", maxSplits: 1).map(String.init)
  return .binaryTarget(name: name, url: parts[0], checksum: parts.count > 1 ? parts[1] : "")
}()
let generator: Target.Dependency = prebuiltGenerator.map { .target(name: $0.name) } ?? "momgen"

/// Whether the runtime is part of the package: Apple's platforms bring their own module `CoreData`.
#if canImport(Darwin)
  let hasRuntime = false
#else
  let hasRuntime = true
#endif

// MARK: The package

let package = Package(
  name: "OpenCoreData",
  // Only the generator is for Apple's platforms.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "momgen", targets: ["momgen"]),
    .plugin(name: "GenerateModel", targets: ["GenerateModel"]),
    .plugin(name: "RegenerateModel", targets: ["RegenerateModel"]),
    .plugin(name: "AdoptSources", targets: ["AdoptSources"]),
  ] + (hasRuntime ? productsOfRuntime : []),
  targets: systemLibraries + basics + models + databases + tools + plugins
    + (hasRuntime ? web + runtime + studio + league + testsOfRuntime + benchmarks : [])
    + supportOfTests + (prebuiltGenerator.map { [$0] } ?? [])
)

var productsOfRuntime: [Product] {
  [
    .library(name: "CoreData", targets: ["CoreData"]),
    .library(name: "StoreConformance", targets: ["StoreConformance"]),
    .executable(name: "momgen-studio", targets: ["momgen-studio"]),
  ]
}

// MARK: A part of the package

// `OPENCOREDATA_TARGETS` names targets, with commas between them. The package then has them and what they need, so that
// `swift build --build-tests` compiles nothing else.
if let words = Context.environment["OPENCOREDATA_TARGETS"], !words.isEmpty {
  let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  var names = words.split(separator: ",").map(String.init)
  if let unknown = names.first(where: { targets[$0] == nil }) {
    fatalError("OPENCOREDATA_TARGETS: there is no target '\(unknown)'")
  }
  var kept: Set<String> = []
  while let name = names.popLast() {
    guard let target = targets[name], kept.insert(name).inserted else { continue }
    names += target.dependencies.compactMap(nameOfTarget)
    names += (target.plugins ?? []).map { usage in
      switch usage {
      case .plugin(let name, _): name
      @unknown default: ""
      }
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products = []
}

func nameOfTarget(_ dependency: Target.Dependency) -> String? {
  switch dependency {
  case .targetItem(let name, _), .byNameItem(let name, _): name
  default: nil
  }
}

// MARK: Sources/System: C libraries

var systemLibraries: [Target] {
  [
    system("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    // libpq, which is not linked but loaded when it is wanted.
    .target(
      name: "CLibPQ",
      path: "Sources/System/CLibPQ",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]
    ),
  ]
}

// MARK: Sources/Basics: what knows nothing of models

var basics: [Target] {
  [
    target("Files", in: .basics),
    target("Parallelism", in: .basics, ["Files"]),
    target("Texts", in: .basics),
    target("JSON", in: .basics, ["Texts"]),
    target("Digests", in: .basics),
    target("Diagnostics", in: .basics, ["Files", "JSON", "Texts"]),
    target("JSON5", in: .basics, ["Diagnostics"]),
    target("CommandLineParsing", in: .basics, ["Diagnostics", "Files"]),
    .target(name: "CBuildCommit", path: "Sources/Basics/CBuildCommit", cSettings: commit),
    target("ProgramVersion", in: .basics, ["CBuildCommit"]),
    target("PredicateFormat", in: .basics),
    target("PropertyLists", in: .basics),
    target("Deflation", in: .basics, ["CZlib"]),
    target("SwiftSource", in: .basics),
    target("WebPages", in: .basics, ["Texts"]),

    tests(of: "Files", in: .basics, with: ["TemporaryFolders"]),
    tests(of: "Parallelism", in: .basics),
    tests(of: "Texts", in: .basics),
    tests(of: "JSON", in: .basics, with: ["Texts"]),
    tests(of: "Digests", in: .basics),
    tests(of: "Diagnostics", in: .basics, with: ["JSON"]),
    tests(of: "JSON5", in: .basics, with: ["Diagnostics", "JSON"]),
    tests(of: "CommandLineParsing", in: .basics, with: ["Diagnostics"]),
    tests(of: "PredicateFormat", in: .basics),
    tests(of: "PropertyLists", in: .basics),
    tests(of: "Deflation", in: .basics),
    tests(of: "SwiftSource", in: .basics, with: ["CorpusFiles"]),
    tests(of: "WebPages", in: .basics),
  ]
}

/// The server, which Apple's platforms have no library for.
var web: [Target] {
  [
    system("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
    target("HTTPServer", in: .basics, ["CMicroHTTPD", "Files"]),
    target("WebGuarding", in: .basics, ["HTTPServer"]),
    target("WebSites", in: .basics, ["HTTPServer", "WebGuarding", "WebPages"]),

    tests(of: "HTTPServer", in: .basics, with: ["RawHTTPClient"]),
    tests(of: "WebGuarding", in: .basics, with: ["HTTPServer"]),
    tests(of: "WebSites", in: .basics, with: ["HTTPServer", "WebGuarding", "WebPages"]),
  ]
}

// MARK: Sources/Models: models as values, in files and in pictures

var models: [Target] {
  [
    target(
      "ManagedModel",
      in: .models,
      ["Diagnostics", "Digests", "Files", "Parallelism", "PredicateFormat"]
    ),
    target(
      "ModelFiles",
      in: .models,
      [
        "CLibXML2", "Diagnostics", "Files", "ManagedModel", "Parallelism", "PredicateFormat",
        "PropertyLists",
        "Texts",
      ]
    ),
    target(
      "ModelEditing",
      in: .models,
      ["Diagnostics", "Files", "ManagedModel", "ModelFiles"]
    ),
    target("ModelComparison", in: .models, ["ManagedModel"]),
    target("ModelDiagram", in: .models, ["ManagedModel", "Texts"]),

    tests(
      of: "ManagedModel",
      in: .models,
      with: ["Diagnostics", "Digests", "ModelShorthand"]
    ),
    tests(
      of: "ModelFiles",
      in: .models,
      with: [
        "CorpusFiles", "CSQLite", "CZlib", "Diagnostics", "Digests", "Files", "ManagedModel",
        "PredicateFormat", "PropertyLists", "TemporaryFolders",
      ]
    ),
    tests(
      of: "ModelEditing",
      in: .models,
      with: ["CorpusFiles", "Diagnostics", "DiskFaults", "Files", "ManagedModel", "ModelFiles"]
    ),
    tests(of: "ModelComparison", in: .models, with: ["ManagedModel", "ModelShorthand"]),
    tests(
      of: "ModelDiagram",
      in: .models,
      with: ["CorpusFiles", "ManagedModel", "ModelFiles"],
      exclude: ["Golden"]
    ),
  ]
}

// MARK: Sources/Databases: rows, schemas, drivers, and the engine of stores

var databases: [Target] {
  [
    .target(name: "CRowMemory", path: "Sources/Databases/CRowMemory"),
    target("ObjectRows", in: .databases, ["CRowMemory"]),
    target("SQLDriver", in: .databases, ["Files"]),
    target("SQLiteDriver", in: .databases, ["CSQLite", "SQLDriver"]),
    target("PostgreSQLDriver", in: .databases, ["CLibPQ", "Files", "SQLDriver"]),
    target(
      "SQLSchema",
      in: .databases,
      ["Diagnostics", "ManagedModel", "ModelComparison", "PredicateFormat", "SQLDriver"]
    ),
    target(
      "SQLStore",
      in: .databases,
      [
        "ManagedModel", "ObjectRows", "PredicateFormat", "PropertyLists", "SQLDriver", "SQLSchema",
      ]
    ),
    target(
      "PostgreSQLStore",
      in: .databases,
      ["Files", "ObjectRows", "PostgreSQLDriver", "SQLDriver", "SQLSchema", "SQLStore"]
    ),
    target(
      "StoreMigration",
      in: .databases,
      [
        "Deflation", "Diagnostics", "Digests", "Files", "ManagedModel", "ModelComparison",
        "ModelFiles", "PostgreSQLDriver", "PropertyLists", "SQLDriver", "SQLiteDriver", "SQLSchema",
      ]
    ),

    tests(of: "ObjectRows", in: .databases),
    tests(of: "SQLDriver", in: .databases),
    tests(of: "SQLiteDriver", in: .databases, with: ["SQLDriver"]),
    tests(of: "PostgreSQLDriver", in: .databases, with: ["PostgreSQLServer", "SQLDriver"]),
    tests(
      of: "SQLSchema",
      in: .databases,
      with: [
        "CorpusFiles", "Diagnostics", "ManagedModel", "ModelComparison", "ModelFiles",
        "ModelShorthand", "PostgreSQLDriver", "PostgreSQLServer", "SQLDriver", "SQLiteDriver",
        "StoreSamples",
      ]
    ),
    tests(
      of: "SQLStore",
      in: .databases,
      with: [
        "DiskFaults", "ManagedModel", "ObjectRows", "PostgreSQLDriver", "PostgreSQLServer",
        "PredicateFormat", "PropertyLists", "SQLDriver", "SQLiteDriver", "SQLSchema",
        "StoreSamples",
      ]
    ),
    tests(
      of: "StoreMigration",
      in: .databases,
      with: [
        "CorpusFiles", "Diagnostics", "DiskFaults", "Files", "ManagedModel", "ModelComparison",
        "ModelFiles", "PropertyLists", "SQLDriver", "SQLiteDriver", "SQLSchema", "StoreSamples",
      ]
    ),
  ]
}

// MARK: Sources/Tools: the generator, and what else is made from models

var tools: [Target] {
  [
    target("TemplateEngine", in: .tools, ["Diagnostics", "Files", "Parallelism"]),
    target(
      "CodeGeneration",
      in: .tools,
      [
        "Diagnostics", "Digests", "Files", "JSON", "JSON5", "ManagedModel", "ModelFiles",
        "Parallelism", "PredicateFormat", "SQLSchema", "SwiftSource", "TemplateEngine",
      ]
    ),
    target(
      "ModelReview",
      in: .tools,
      [
        "Diagnostics", "JSON", "JSON5", "ManagedModel", "ModelComparison", "PredicateFormat",
        "SQLSchema", "SwiftSource",
      ]
    ),
    target("ModelAdoption", in: .tools, ["Diagnostics", "ManagedModel", "SwiftSource"]),
    target(
      "Explanations",
      in: .tools,
      [
        "CodeGeneration", "Diagnostics", "JSON", "ManagedModel", "ModelAdoption", "ModelReview",
        "SQLSchema", "StoreMigration", "TemplateEngine",
      ]
    ),
    program(
      "momgen",
      in: .tools,
      [
        "CodeGeneration", "CommandLineParsing", "Diagnostics", "Digests", "Explanations", "Files",
        "JSON", "JSON5", "ManagedModel", "ModelAdoption", "ModelComparison", "ModelDiagram",
        "ModelEditing", "ModelFiles", "ModelReview", "PostgreSQLDriver", "ProgramVersion",
        "SQLDriver", "SQLiteDriver", "SQLSchema", "StoreMigration", "SwiftSource", "TemplateEngine",
        "WebPages",
      ]
    ),
    // Run by `make templates`. A build plugin could run it, but not while the package manager builds
    // momgen for the plugins of other packages.
    program("embed-templates", in: .tools, ["Files"]),

    tests(of: "TemplateEngine", in: .tools, with: ["Diagnostics", "Parallelism"]),
    tests(
      of: "CodeGeneration",
      in: .tools,
      with: [
        "BuiltPrograms", "CorpusFiles", "Diagnostics", "Files", "JSON", "JSON5", "ManagedModel",
        "ModelFiles", "TemplateEngine",
      ],
      exclude: ["Golden", "Sets"]
    ),
    tests(
      of: "ModelReview",
      in: .tools,
      with: [
        "CorpusFiles", "Diagnostics", "JSON5", "ManagedModel", "ModelComparison", "ModelFiles",
        "PredicateFormat", "SQLDriver", "SQLiteDriver", "SQLSchema", "StoreMigration",
        "StoreSamples",
      ]
    ),
    tests(of: "Explanations", in: .tools, with: ["JSON"]),
    tests(
      of: "momgen",
      in: .tools,
      with: [
        "BuiltPrograms", "CodeGeneration", "CommandLineParsing", "CorpusFiles", "Diagnostics",
        "Explanations", "Files", "JSON", "ManagedModel", "ModelFiles", "ModelReview",
        "PostgreSQLDriver", "PostgreSQLServer", "ProgramVersion", "PropertyLists", "SQLDriver",
        "SQLiteDriver", "SQLSchema", "StoreMigration",
      ],
      exclude: ["Golden"]
    ),
  ]
}

/// The generator as part of builds.
var plugins: [Target] {
  [
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
  ]
}

// MARK: Sources/Runtime: the module CoreData, and what stands on it

var runtime: [Target] {
  [
    .target(name: "CSwiftABI", path: "Sources/Runtime/CSwiftABI"),
    target(
      "CoreData",
      in: .runtime,
      [
        "CSwiftABI", "Diagnostics", "Digests", "Files", "ManagedModel", "ModelComparison",
        "ModelFiles", "ObjectRows", "PostgreSQLDriver", "PostgreSQLStore", "PredicateFormat",
        "PropertyLists", "SQLDriver", "SQLiteDriver", "SQLSchema", "SQLStore", "StoreMigration",
        "Texts",
      ]
    ),
    target("StoreConformance", in: .runtime, ["CoreData"]),
    target("TextFileStore", in: .runtime, ["CoreData"]),
    .target(
      name: "StackExample",
      dependencies: ["CoreData"],
      path: "Sources/Runtime/Examples/StackExample",
      swiftSettings: settings
    ),
    modeled("ContactsExample", path: "Sources/Runtime/Examples/ContactsExample"),
    modeled("CompanyExample", path: "Sources/Runtime/Examples/CompanyExample"),
  ]
}

// MARK: Sources/Studio: models and stores in a browser

/// The server that `momgen studio` starts.
var studio: [Target] {
  [
    target(
      "StoreBrowsing",
      in: .studio,
      [
        "CoreData", "Diagnostics", "Files", "ManagedModel", "ModelReview", "PredicateFormat",
        "PropertyLists", "SQLDriver", "SQLSchema", "SQLiteDriver", "StoreMigration",
      ]
    ),
    target(
      "Studio",
      in: .studio,
      [
        "CodeGeneration", "Diagnostics", "Files", "HTTPServer", "ManagedModel", "ModelDiagram",
        "ModelEditing", "ModelFiles", "ModelReview", "SQLSchema", "StoreBrowsing",
        "StoreMigration", "WebGuarding", "WebPages", "WebSites",
      ]
    ),
    program(
      "momgen-studio",
      in: .studio,
      ["CommandLineParsing", "Diagnostics", "Files", "ModelEditing", "StoreBrowsing", "Studio"]
    ),
  ]
}

// MARK: Sources/League: the sample app

var league: [Target] {
  [
    modeled("LeagueModel", path: "Sources/League/LeagueModel"),
    target(
      "LeagueOperations",
      in: .league,
      ["CoreData", "Diagnostics", "Files", "LeagueModel", "TextFileStore"]
    ),
    .target(
      name: "LeagueWeb",
      dependencies: [
        "CoreData", "HTTPServer", "LeagueModel", "LeagueOperations", "WebGuarding", "WebPages",
        "WebSites",
      ],
      path: "Sources/League/LeagueWeb",
      resources: ["style.css", "script.js", "icon.svg"].map { .embedInCode("Assets/\($0)") },
      swiftSettings: settings
    ),
    program(
      "league",
      in: .league,
      [
        "CommandLineParsing", "Diagnostics", "Files", "HTTPServer", "JSON", "LeagueOperations",
        "LeagueWeb", "ModelFiles", "ProgramVersion",
      ]
    ),
  ]
}

// MARK: Tests that need the runtime

var testsOfRuntime: [Target] {
  [
    // The list of stores on which suites of the runtime run.
    support("EveryStore", ["CoreData", "PostgreSQLDriver", "PostgreSQLServer", "SQLDriver"]),
    generated("Company"),
    generated("Contacts"),
    generated("Everything"),
    generated("League"),
    tests(
      of: "CoreData",
      in: .runtime,
      with: [
        "CorpusFiles", "DiskFaults", "EveryStore", "ManagedModel", "ModelFiles", "ObjectRows",
        "PredicateFormat", "PropertyLists", "SQLDriver", "SQLiteDriver", "SQLStore",
        "StoreConformance", "StoreMigration", "StoreSamples", "TextFileStore",
      ],
      exclude: ["API/Ledger.tsv"]
    ),
    tests(of: "StoreConformance", in: .runtime, with: ["CoreData"]),
    tests(of: "TextFileStore", in: .runtime, with: ["CoreData", "TemporaryFolders"]),
    suite(
      "GeneratedCodeTests",
      in: .runtime,
      with: ["Company", "Contacts", "CoreData", "Everything", "League"]
    ),
    suite(
      "ExamplesTests",
      in: .runtime,
      with: [
        "CompanyExample", "ContactsExample", "CoreData", "CorpusFiles", "LeagueModel",
        "StackExample",
      ]
    ),
    // A script that makes stores, and what they hold after each step.
    suite(
      "StoreBytesTests",
      in: .runtime,
      with: ["Company", "CoreData", "Everything", "League", "SQLDriver", "SQLiteDriver"],
      exclude: ["Golden"]
    ),
    tests(
      of: "PostgreSQLStore",
      in: .databases,
      with: ["CoreData", "PostgreSQLDriver", "PostgreSQLServer", "SQLDriver", "StoreConformance"]
    ),
    // An app's model layer is adopted, and compiled against the runtime.
    tests(
      of: "ModelAdoption",
      in: .tools,
      with: [
        "BuiltPrograms", "CoreData", "CorpusFiles", "ManagedModel", "ModelFiles", "momgen",
        "SwiftSource",
      ],
      exclude: ["Golden", "App"]
    ),
    tests(
      of: "StoreBrowsing",
      in: .studio,
      with: [
        "CoreData", "CorpusFiles", "ManagedModel", "ModelFiles", "PostgreSQLServer", "SQLDriver",
        "SQLiteDriver", "StoreMigration",
      ]
    ),
    tests(
      of: "Studio",
      in: .studio,
      with: [
        "BuiltPrograms", "CoreData", "CorpusFiles", "HTTPServer", "ModelFiles", "PostgreSQLServer",
        "RawHTTPClient", "WebBrowser",
      ]
    ),
    tests(
      of: "LeagueOperations",
      in: .league,
      with: ["CoreData", "Diagnostics", "LeagueModel", "PostgreSQLServer", "TextFileStore"]
    ),
    tests(
      of: "LeagueWeb",
      in: .league,
      with: [
        "CoreData", "HTTPServer", "league", "LeagueModel", "LeagueOperations", "PostgreSQLServer",
        "RawHTTPClient", "WebBrowser", "WebPages",
      ]
    ),
    tests(
      of: "league",
      in: .league,
      with: [
        "BuiltPrograms", "CommandLineParsing", "CorpusFiles", "Diagnostics", "LeagueOperations",
        "PostgreSQLDriver", "PostgreSQLServer", "ProgramVersion", "RawHTTPClient", "SQLDriver",
      ]
    ),
    // The documentation: every command in it is run, every snippet compiled.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "BuiltPrograms", "CommandLineParsing", "CoreData", "CorpusFiles", "league", "League",
        "momgen", "StoreConformance",
      ],
      swiftSettings: settings
    ),
  ]
}

// MARK: Tests/Support

var supportOfTests: [Target] {
  [
    support("CorpusFiles"),
    support("TemporaryFolders"),
    // Models in a few words.
    support("ModelShorthand", ["ManagedModel"]),
    support("BuiltPrograms", ["CorpusFiles"]),
    // The server that tests talk to; it runs while they run.
    support("PostgreSQLServer", ["PostgreSQLDriver", "SQLDriver"]),
    // Models with edits and stores with data, for all who test migrations.
    support(
      "StoreSamples",
      [
        "ManagedModel", "ModelComparison", "PropertyLists", "SQLDriver", "SQLiteDriver",
        "SQLSchema",
        "StoreMigration",
      ]
    ),
    support("RawHTTPClient"),
    // Chromium, as tests of pages drive it.
    support("WebBrowser", ["RawHTTPClient"]),
    // Files that fail when tests of SQLite stores want them to.
    .target(name: "CFaultyFiles", dependencies: ["CSQLite"], path: "Tests/Support/FaultyFiles"),
    support("DiskFaults", ["CFaultyFiles"]),

    // The ratios that are measured, and their history.
    benchmark("Ratios", isProgram: false),
    .testTarget(name: "RatiosTests", dependencies: ["Ratios"], swiftSettings: settings),
    benchmark("Bench", name: "bench", ["Ratios"]),
    benchmark(
      "MeasureModels",
      name: "measure-models",
      ["Ratios"],
      exclude: ["Classes.stencil"]
    ),
    benchmark("FoundationWord", name: "foundation-word"),
  ]
}

// MARK: Benchmarks of the runtime

var benchmarks: [Target] {
  [
    benchmark("Measuring", ["CoreData"], isProgram: false),
    benchmark("LeagueSquad", ["CoreData", "League", "Measuring"], isProgram: false),
    benchmark("TypedRows", ["CoreData"], isProgram: false),
    .executableTarget(
      name: "measure-objects",
      dependencies: ["CoreData", "Measuring", "Ratios"],
      path: "Benchmarks/MeasureObjects",
      swiftSettings: settings,
      plugins: pluginsOfModels()
    ),
    benchmark(
      "MeasurePredicates",
      name: "measure-predicates",
      ["CoreData", "Measuring", "Ratios"]
    ),
    benchmark(
      "MeasureGeneratedCode",
      name: "measure-generated-code",
      ["Ratios", "TypedRows"],
      exclude: ["TypedRowsSet"]
    ),
    benchmark("MeasureBuild", name: "measure-build", ["Ratios"]),
    benchmark(
      "MeasureMigration",
      name: "measure-migration",
      [
        "ManagedModel", "PropertyLists", "Ratios", "SQLDriver", "SQLiteDriver", "SQLSchema",
        "StoreMigration",
      ]
    ),
    benchmark(
      "MeasureFetchedResults",
      name: "measure-fetched-results",
      ["CoreData", "Measuring", "Ratios"]
    ),
    benchmark(
      "MeasureStore",
      name: "measure-store",
      ["CoreData", "CSQLite", "League", "LeagueSquad", "Measuring", "Ratios"]
    ),
    benchmark(
      "MeasureApp",
      name: "measure-app",
      ["CoreData", "CSQLite", "League", "LeagueSquad", "Measuring", "Ratios"]
    ),
    benchmark(
      "MeasureStudio",
      name: "measure-studio",
      ["CoreData", "Ratios", "RawHTTPClient", "SQLDriver", "SQLiteDriver", "Studio"]
    ),
    benchmark("ColdStart", name: "cold-start", ["CoreData", "League"]),
    benchmark("ColdStartRaw", name: "cold-start-raw", ["CSQLite"]),
    benchmark(
      "MeasurePostgreSQL",
      name: "measure-postgresql",
      [
        "CLibPQ", "CoreData", "League", "LeagueSquad", "Measuring", "PostgreSQLServer", "Ratios",
      ]
    ),
    // What a PostgreSQL cluster loses while its nodes die, run by `make torture-cluster`.
    benchmark(
      "TortureCluster",
      name: "torture-cluster",
      ["CoreData", "PostgreSQLDriver", "SQLDriver"]
    ),
  ]
}

// MARK: Kinds of targets

/// A folder of `Sources`, and of `Tests`.
enum Floor: String {
  case system = "System"
  case basics = "Basics"
  case models = "Models"
  case databases = "Databases"
  case tools = "Tools"
  case runtime = "Runtime"
  case studio = "Studio"
  case league = "League"
}

/// Swift code with the settings that hold for the whole package.
func target(_ name: String, in floor: Floor, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name,
    dependencies: dependencies,
    path: "Sources/\(floor.rawValue)/\(name)",
    swiftSettings: settings
  )
}

func program(_ name: String, in floor: Floor, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies,
    path: "Sources/\(floor.rawValue)/\(name)",
    swiftSettings: settings
  )
}

/// A C library of the system: a module map and a narrow shim, imported by exactly one Swift target.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(
    name: name,
    path: "Sources/System/\(name)",
    pkgConfig: pkgConfig,
    providers: [.apt([apt])]
  )
}

/// A target whose model becomes classes in the build, as `momgen.json` in its folder says.
func modeled(_ name: String, path: String) -> Target {
  .target(
    name: name,
    dependencies: ["CoreData"],
    path: path,
    exclude: ["momgen.json"],
    swiftSettings: settingsOfGeneratedCode,
    plugins: pluginsOfModels()
  )
}

/// The code that the golden cases of a model of `Models` hold, as a module of the model's name.
func generated(_ model: String) -> Target {
  .target(
    name: model,
    dependencies: ["CoreData"],
    path: "Tests/Runtime/GeneratedCode/\(model)",
    swiftSettings: settingsOfGeneratedCode
  )
}

/// The tests of one target.
func tests(
  of name: String,
  in floor: Floor,
  with dependencies: [Target.Dependency] = [],
  exclude: [String] = []
) -> Target {
  suite("\(name)Tests", in: floor, with: [.byName(name: name)] + dependencies, exclude: exclude)
}

func suite(
  _ name: String,
  in floor: Floor,
  with dependencies: [Target.Dependency],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies,
    path: "Tests/\(floor.rawValue)/\(name)",
    exclude: exclude,
    swiftSettings: settings
  )
}

/// Code that several targets of tests share.
func support(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name,
    dependencies: dependencies,
    path: "Tests/Support/\(name)",
    swiftSettings: settings
  )
}

/// A program of `make bench`, or code that several of them share.
func benchmark(
  _ folder: String,
  name: String? = nil,
  _ dependencies: [Target.Dependency] = [],
  exclude: [String] = [],
  isProgram: Bool = true
) -> Target {
  isProgram
    ? .executableTarget(
      name: name ?? folder,
      dependencies: dependencies,
      path: "Benchmarks/\(folder)",
      exclude: exclude,
      swiftSettings: settings
    )
    : .target(
      name: name ?? folder,
      dependencies: dependencies,
      path: "Benchmarks/\(folder)",
      exclude: exclude,
      swiftSettings: settings
    )
}
