import Foundation
import Testing

@testable import momgen

/// The models that the plugin `GenerateModel` makes resources of their targets.
struct CompiledModelTests {
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
    if let configuration { try scratch.write(configuration, to: "momgen.json") }
    return scratch
  }

  /// The files that the commands of a plan generate, each of which must succeed without output.
  private func made(_ models: [CompiledModel], in scratch: Scratch) throws -> [String] {
    try models.map { model in
      let folder = scratch.folder.appending(path: "Made/\(model.folderName)")
      let run = Run(words: model.words(in: folder))
      #expect(run.exitCode == 0, "\(run.errorOutput)")
      #expect(run.errorOutput + run.output == "")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == [model.fileName])
      return model.fileName
    }
  }

  @Test func withoutConfigurationEachModelIsCompiled() throws {
    let scratch = try target()
    let models = try CompiledModel.all(in: scratch.folder)
    #expect(try made(models, in: scratch) == ["Company.momd", "League.momd"])
    let league = try #require(models.last)
    #expect(league.inputFiles.filter { $0.lastPathComponent == "contents" }.count == 2)
    let outputs = try BuildOutput.all(in: scratch.folder)
    #expect(Set(models.map(\.folderName)).isDisjoint(with: outputs.map(\.folderName)))
    #expect(
      FileManager.default.fileExists(
        atPath: scratch.path("Made/\(league.folderName)/League.momd/League 2.mom")
      )
    )
  }

  @Test func aModelWithoutVersionsIsOneFile() throws {
    let scratch = try Scratch()
    try scratch.write(
      "<model><entity name='A' representedClassName='A'/></model>",
      to: "One.xcdatamodel/contents"
    )
    #expect(try made(CompiledModel.all(in: scratch.folder), in: scratch) == ["One.mom"])
  }

  /// A model that the target has as a resource or in code is not compiled again.
  @Test(arguments: [
    ("[{ template: 'portable' }]", ["League.momd"]),
    ("[{ template: 'portable' }, { template: 'portable', output: 'Kept' }]", ["League.momd"]),
    ("[{ template: 'portable' }, { template: 'stack' }]", []),
    ("[{ template: 'portable' }, { template: 'stack', output: 'Kept' }]", []),
    ("[{ template: 'portable', output: 'Kept' }]", []),
    ("[]", []),
  ])
  func whichModels(outputs: String, names: [String]) throws {
    let scratch = try target(
      "{ models: [{ path: 'League.xcdatamodeld', version: 'League 2', outputs: \(outputs) }] }"
    )
    let models = try CompiledModel.all(in: scratch.folder)
    #expect(try made(models, in: scratch) == names)
    #expect(models.allSatisfy { $0.words(in: scratch.folder).contains("League 2") })
    #expect(models.allSatisfy { $0.inputFiles.contains { $0.lastPathComponent == "momgen.json" } })
  }

  @Test(arguments: ["League.xcdatamodeld", "Resources/League.momd"])
  func aDeclaredResourceIsEnough(resource: String) throws {
    let scratch = try target()
    let models = try CompiledModel.all(
      in: scratch.folder,
      resources: [scratch.folder.appending(path: resource)]
    )
    #expect(models.map(\.fileName) == ["Company.momd"])
  }

  @Test func twoModelsOfOneNameAreRefused() throws {
    let scratch = try target()
    try FileManager.default.copyItem(
      atPath: SampleModel.path("League"),
      toPath: scratch.path("Data/league.xcdatamodeld")
    )
    #expect {
      try CompiledModel.all(in: scratch.folder)
    } throws: { error in
      "\(error)".contains("League.xcdatamodeld: error: the model ")
    }
  }

  @Test func foldersOfOtherTargetsAreLeftOut() throws {
    let scratch = try target()
    let other = scratch.folder.appending(path: "Data").standardizedFileURL.path
    let models = try CompiledModel.all(in: scratch.folder, without: [other])
    #expect(models.map(\.fileName) == ["League.momd"])
  }
}
