import CorpusFiles
import Foundation
import Testing

@testable import momgen

struct CompileVerbTests {
  @Test(arguments: SampleModel.names)
  func aCompiledModelIsTheSameModel(name: String) throws {
    let scratch = try Scratch()
    let output = scratch.path("\(name).momd")
    let run = Run("compile", SampleModel.path(name), "--output", output)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.output.isEmpty)

    let hashes = Run("hash", "--all-versions", output)
    #expect(hashes.exitCode == 0, "\(hashes.errorOutput)")
    #expect(hashes.output == Run("hash", "--all-versions", SampleModel.path(name)).output)
    #expect(Run("versions", output).output == Run("versions", SampleModel.path(name)).output)
    #expect(Run("validate", "--all-versions", output).exitCode == 0)
  }

  @Test func writesOnlyFilesThatAppsLoad() throws {
    let scratch = try Scratch()
    #expect(Run("compile", SampleModel.path("League"), "-o", scratch.path("L.momd")).exitCode == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path("L.momd")).sorted()
        == ["League 2.mom", "League.mom", "VersionInfo.plist"]
    )
    let info = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: URL(filePath: scratch.path("L.momd/VersionInfo.plist"))),
      format: nil
    )
    let dictionary = try #require(info as? [String: Any])
    #expect(dictionary["NSManagedObjectModel_CurrentVersionName"] as? String == "League")
    let checksums = dictionary["NSManagedObjectModel_VersionChecksums"] as? [String: String]
    #expect(checksums?["League"] == "VFbZ0PFmUTv5qoU6nz2nM2qDyUhTj4RIGfQKDaWdQ1A=")
    let hashes = dictionary["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]]
    #expect(hashes?["League 2"]?["Team"]?.count == 32)
    let archive = try String(
      decoding: Data(contentsOf: URL(filePath: scratch.path("L.momd/League.mom"))),
      as: UTF8.self
    )
    #expect(!archive.contains("CDMCompiler"))
  }

  @Test func aBareModelBecomesOneFile() throws {
    let scratch = try Scratch()
    try scratch.write(
      "<model><entity name=\"A\" syncable=\"YES\"/></model>",
      to: "Bare.xcdatamodel/contents"
    )
    let output = scratch.path("Bare.mom")
    #expect(Run("compile", scratch.path("Bare.xcdatamodel"), "-o", output).exitCode == 0)
    #expect(Run("hash", output).output == Run("hash", scratch.path("Bare.xcdatamodel")).output)
  }

  @Test func aBareModelGoesToStandardOutputAndABundleDoesNot() throws {
    let scratch = try Scratch()
    try scratch.write(
      "<model><entity name=\"A\" syncable=\"YES\"/></model>",
      to: "Bare.xcdatamodel/contents"
    )
    let output = scratch.path("Bare.mom")
    #expect(Run("compile", scratch.path("Bare.xcdatamodel"), "-o", output).exitCode == 0)
    let run = Run("compile", scratch.path("Bare.xcdatamodel"), "-o", "-")
    #expect(run.exitCode == 0)
    let bytes = try Data(contentsOf: URL(filePath: output))
    #expect(run.output == String(decoding: bytes, as: UTF8.self))
    let bundle = Run("compile", SampleModel.path("League"), "-o", "-")
    #expect(bundle.exitCode == 2 && bundle.output.isEmpty)
    #expect(bundle.errorOutput.contains("cannot be written to standard output"))
    #expect(!FileManager.default.fileExists(atPath: "-"))
  }

  @Test func anotherVersionCanBeCalledCurrent() throws {
    let scratch = try Scratch()
    let output = scratch.path("L.momd")
    let run = Run(
      "compile",
      SampleModel.path("League"),
      "--model-version",
      "League 2",
      "-o",
      output
    )
    #expect(run.exitCode == 0)
    #expect(Run("versions", output).output.contains("* League 2"))
  }

  @Test func aBadVersionIsLeftOutAndABadCurrentOneWritesNothing() throws {
    let scratch = try Scratch()
    try scratch.write(
      "<model><entity name=\"A\"/></model>",
      to: "M.xcdatamodeld/M.xcdatamodel/contents"
    )
    try scratch.write("<model><entity/></model>", to: "M.xcdatamodeld/Bad.xcdatamodel/contents")
    let path = scratch.path("M.xcdatamodeld")
    let good = Run("compile", path, "--model-version", "M", "-o", scratch.path("good.momd"))
    #expect(good.exitCode == 0)
    #expect(
      good.errorOutput.contains(
        "note: the version 'Bad' is left out: <entity> has no 'name' [unreadable-version]"
      )
    )
    #expect(Run("versions", scratch.path("good.momd")).output.hasPrefix("* M  "))

    let bad = Run("compile", path, "--model-version", "Bad", "-o", scratch.path("bad.momd"))
    #expect(bad.exitCode == 3)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("bad.momd")))
  }

  @Test func compilingAgainTouchesNothing() throws {
    let scratch = try Scratch()
    let output = scratch.path("E.momd")
    _ = Run("compile", SampleModel.path("Everything"), "-o", output)
    let past = Date(timeIntervalSince1970: 1_000_000_000)
    for name in try FileManager.default.contentsOfDirectory(atPath: output) {
      try FileManager.default.setAttributes(
        [.modificationDate: past],
        ofItemAtPath: "\(output)/\(name)"
      )
    }
    _ = Run("compile", SampleModel.path("Everything"), "-o", output)
    for name in try FileManager.default.contentsOfDirectory(atPath: output) {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(output)/\(name)")
      #expect(attributes[.modificationDate] as? Date == past, "\(name)")
    }
  }

  @Test(.enabled(if: Corpus.isAvailable()))
  func bundlesThatXcodeCompiledAreRead() throws {
    let bundles = Corpus.files(below: "compiled") { $0.pathExtension == "momd" }
    #expect(!bundles.isEmpty)
    for bundle in bundles {
      let run = Run("validate", "--all-versions", bundle.path)
      #expect(run.exitCode == 0, "\(run.errorOutput)")
    }
  }
}
