import CodeGeneration
import Foundation
import Testing

@testable import momgen

/// The files that the plugin `GenerateModel` plans, compared with those that the program generates.
///
/// The folder `Planning` beside this file is the plugin's own.
struct BuildOutputTests {
  private func target(_ configuration: String? = nil) throws -> Scratch {
    let scratch = try Scratch()
    for (sample, place) in [
      ("League", "League.xcdatamodeld"), ("Company", "Data/Company.xcdatamodeld"),
    ] {
      let copy = scratch.folder.appending(path: place)
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try FileManager.default.copyItem(at: URL(filePath: SampleModel.path(sample)), to: copy)
    }
    try scratch.write(
      "{% for model in models %}// {{ model.name }}{% endfor %}",
      to: "names.stencil"
    )
    if let configuration { try scratch.write(configuration, to: "momgen.json") }
    return scratch
  }

  /// The files that the commands of a plan generate, each of which must succeed.
  private func made(by outputs: [BuildOutput], in scratch: Scratch) throws -> [[String]] {
    try outputs.map { output in
      let folder = scratch.folder.appending(path: "Made/\(output.folderName)")
      let run = Run(words: output.words(in: folder))
      #expect(run.exitCode == 0)
      #expect(run.errorOutput + run.output == "")
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { !$0.hasPrefix(".") }.sorted()
    }
  }

  private func planned(_ outputs: [BuildOutput]) -> [[String]] {
    let folder = URL(filePath: "/folder")
    return outputs.map { $0.outputFiles(in: folder).map(\.lastPathComponent) }
  }

  @Test func withoutConfigurationEachModelGetsItsClasses() throws {
    let scratch = try target()
    let outputs = try BuildOutput.all(in: scratch.folder)
    #expect(outputs.map(\.folderName) == ["Data-Company.xcdatamodeld", "League.xcdatamodeld"])
    #expect(
      planned(outputs) == [
        ["Company+CoreDataClasses.swift", "Company+CoreDataProperties.swift"],
        ["League+CoreDataClasses.swift", "League+CoreDataProperties.swift"],
      ]
    )
    #expect(try made(by: outputs, in: scratch) == planned(outputs))
    let league = try #require(outputs.last)
    let versions = league.inputFiles.filter { $0.lastPathComponent == "contents" }
    #expect(versions.count == 2)
    #expect(league.inputFiles.contains { $0.lastPathComponent == ".xccurrentversion" })
  }

  @Test func foldersOfOtherTargetsAreLeftOut() throws {
    let scratch = try target()
    let other = scratch.folder.appending(path: "Data").standardizedFileURL.path
    let outputs = try BuildOutput.all(in: scratch.folder, without: [other])
    #expect(outputs.map(\.folderName) == ["League.xcdatamodeld"])
  }

  @Test func everythingThatAnOutputCanSay() throws {
    let scratch = try target(
      """
      {
        // Comments are allowed.
        models: [
          {
            path: 'League.xcdatamodeld',
            version: 'League 2',
            outputs: [
              { template: 'portable', parameters: { accessLevel: 'package', final: true } },
              { template: 'stack', fileNames: { container: '{{ model.name }}Stores.swift' } },
              { template: './names.stencil', fileNames: { file: '{{ model.fileName }}+Names.swift' } },
              { template: 'portable', output: 'Kept' },
            ],
          },
          'Data/Company.xcdatamodeld',
        ],
        lint: {},
      }
      """
    )
    let outputs = try BuildOutput.all(in: scratch.folder)
    #expect(
      planned(outputs) == [
        ["League+CoreDataClasses.swift", "League+CoreDataProperties.swift"],
        ["League+ManagedObjectModel.swift", "LeagueStores.swift"],
        ["League+Names.swift"],
      ]
    )
    #expect(Set(outputs.map(\.folderName)).count == 3)
    #expect(try made(by: outputs, in: scratch) == planned(outputs))
    let classes = try scratch.read("Made/League.xcdatamodeld/League+CoreDataClasses.swift")
    #expect(classes.contains("package final class Player"))
    let names = try scratch.read("Made/League.xcdatamodeld-2/League+Names.swift")
    #expect(names == "// League")
    #expect(outputs.allSatisfy { $0.inputFiles.contains { $0.lastPathComponent == "momgen.json" } })
    #expect(outputs[2].inputFiles.contains { $0.lastPathComponent == "names.stencil" })
  }

  /// Sources with @NSManaged were written for Xcode's classes: these are generated, with their accessors.
  @Test func besideAdoptedSourcesClassesAreThoseOfXcode() throws {
    let scratch = try target()
    let outputs = try BuildOutput.all(in: scratch.folder, hasCompanion: true)
    #expect(outputs.map(\.template.reference) == ["xcode", "xcode"])
    #expect(try made(by: outputs, in: scratch) == planned(outputs))
    let classes = try scratch.read("Made/League.xcdatamodeld/League+CoreDataClasses.swift")
    #expect(
      classes.contains("#if canImport(ObjectiveC)\n@objc(Player)\n#endif\npublic class Player:")
    )
    let properties = try scratch.read("Made/League.xcdatamodeld/League+CoreDataProperties.swift")
    #expect(properties.contains("@NSManaged public var lastName: String?"))
    let made = scratch.folder.appending(path: "Made")
    let companion = try #require(
      CompanionOutput(of: "League", sources: [], outputs: outputs, in: made)
    )
    #expect(companion.sources.count == 4)
    let run = Run(words: companion.words(in: made))
    #expect(run.exitCode == 0 && run.output == "", "\(run.errorOutput)")
    let text = try String(contentsOf: companion.outputFile(in: made), encoding: .utf8)
    #expect(text.contains("$s6League6PlayerC8lastNameSSSgvg"))
  }

  /// The plugin cannot query the program for the names of its sets' files, and repeats them.
  @Test(arguments: TemplateLibrary(programVersion: Momgen.version).bundledNames)
  func theBundledSetsMakeTheFilesThatThePluginExpects(set: String) throws {
    let scratch = try target(
      "{ models: [{ path: 'League.xcdatamodeld', outputs: [{ template: '\(set)' }] }] }"
    )
    guard let output = try? BuildOutput.all(in: scratch.folder).first else {
      #expect(set == "mogenerator", "no build can use '\(set)'")
      return
    }
    let parameters = ["portable", "xcode"].contains(set) ? ["--param", "files=model"] : []
    let list = Run(
      words: ["list-outputs", output.model.path, "--template", set, "--json"] + parameters
    )
    struct List: Decodable {
      struct File: Decodable {
        let path: String
        let output: String
        let mode: String
      }
      let files: [File]
    }
    let files = try JSONDecoder().decode(List.self, from: Data(list.output.utf8)).files
    #expect(
      Dictionary(files.map { ($0.output, $0.path) }) { first, _ in first } == output.fileNames
    )
    #expect(files.allSatisfy { $0.mode == "always" })
  }

  /// Configurations from which no build can be planned, and their messages.
  @Test(arguments: [
    (
      "{ modles: [] }",
      "there is no key 'modles'; the keys are 'models', 'outputs', 'sources', 'lint'"
    ),
    ("{ models: [{ outputs: [] }] }", "models[0]: 'path' is missing"),
    (
      "{ models: [{ path: 'League.xcdatamodeld', outputs: [{ templat: 'portable' }] }] }",
      "models[0].outputs[0]: there is no key 'templat'"
    ),
    ("{ models: [{ path: 3 }] }", "models[0].path: the value has the wrong type"),
    ("{ models: [", "not valid JSON"),
    ("{ models: ['Legaue.xcdatamodeld'] }", "there is no model 'Legaue.xcdatamodeld'"),
    ("{ outputs: [{ template: 'stack' }] }", "needs an \"output\" folder"),
    (league("{ template: 'mogenerator' }"), "but not those of 'mogenerator'"),
    (league("{ template: './none' }"), "there are no templates './none'"),
    (league("{ template: './names.stencil' }"), "\"fileNames\": { \"file\": "),
    (
      league("{ template: 'stack', fileNames: { model: '{{ entity.name }}.swift' } }"),
      "'{{ entity.name }}.swift' does not name one file per model"
    ),
    (
      league("{ template: 'stack', fileNames: { model: 'a/b.swift' } }"),
      "'a/b.swift' does not name one file"
    ),
    (
      league("{ template: 'portable', parameters: { files: 'entity' } }"),
      "leave out the parameter 'files'"
    ),
    (
      league("{ template: 'stack' }, { template: 'stack' }"),
      "makes 'League+ManagedObjectModel.swift' too"
    ),
  ])
  func mistakes(configuration: String, message: String) throws {
    let scratch = try target(configuration)
    let error = #expect(throws: PluginError.self) { try BuildOutput.all(in: scratch.folder) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("momgen.json") == true)
  }

  private static func league(_ outputs: String) -> String {
    "{ models: [{ path: 'League.xcdatamodeld', outputs: [\(outputs)] }] }"
  }

  /// A model elsewhere, which two targets can share.
  @Test func modelsOutsideOfTheTarget() throws {
    let scratch = try target()
    try scratch.write(
      "{ models: [{ path: '../League.xcdatamodeld', outputs: [{ template: 'stack' }] }] }",
      to: "Target/momgen.json"
    )
    let outputs = try BuildOutput.all(in: scratch.folder.appending(path: "Target"))
    #expect(outputs.map(\.folderName) == ["League.xcdatamodeld"])
    #expect(try made(by: outputs, in: scratch) == planned(outputs))
  }
}
