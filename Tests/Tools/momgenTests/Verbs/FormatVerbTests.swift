import CorpusFiles
import Foundation
import Testing

@testable import momgen

struct FormatVerbTests {
  @Test(arguments: SampleModel.names)
  func sampleModelsAreFormatted(name: String) {
    let run = Run("format", "--check", "--all-versions", SampleModel.path(name))
    #expect(run.exitCode == 0, "\(run.errorOutput)")
  }

  private static let canonical = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="">
        <entity name="A" representedClassName="A" syncable="YES">
            <!-- why -->
            <attribute name="a" optional="YES" attributeType="Double" defaultValueString="0.0" usesScalarValueType="YES"/>
        </entity>
    </model>
    """

  private static let scrambled = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model documentVersion='1.0' type="com.apple.IDECoreDataModeler.DataModel"
      userDefinedModelVersionIdentifier="">
    <entity  syncable="YES"   representedClassName="A" name="A" ><!-- why --><attribute
      usesScalarValueType="YES" defaultValueString="0.0" attributeType="Double" optional="YES"
      name="a"></attribute></entity></model>
    """

  @Test func putsEverythingInXcodesOrder() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.scrambled, to: "A.xcdatamodel/contents")
    let check = Run("format", "--check", path)
    #expect(check.exitCode == 1)
    #expect(check.errorOutput.hasPrefix("\(path):2: warning: the file is not formatted"))
    #expect(try scratch.read("A.xcdatamodel/contents") == Self.scrambled)

    #expect(Run("format", "--output", "-", path).output == Self.canonical)
    #expect(try scratch.read("A.xcdatamodel/contents") == Self.scrambled)

    #expect(Run("format", path).exitCode == 0)
    #expect(try scratch.read("A.xcdatamodel/contents") == Self.canonical)
    #expect(Run("format", "--check", path).exitCode == 0)
  }

  @Test func currentFilesAreNotWritten() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.canonical, to: "contents")
    let past = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
    #expect(Run("format", path).exitCode == 0)
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    #expect(date == past)
  }

  @Test func aModelWithErrorsStaysAsItIs() throws {
    let scratch = try Scratch()
    let text = "<model><entity name='A' parentEntity='B'/></model>"
    let path = try scratch.write(text, to: "contents")
    #expect(Run("format", path).exitCode == 3)
    #expect(try scratch.read("contents") == text)
  }

  /// Xcode's own output, in every real model.
  @Test(.enabled(if: Corpus.isAvailable()), arguments: Corpus.contents)
  func realModelsComeOutAsTheyWere(file: URL) throws {
    let run = Run("format", "--output", "-", file.path)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(try run.output == String(contentsOf: file, encoding: .utf8))
  }
}
