import ManagedModel
import TemporaryFolders
import Testing

@testable import ModelFiles

/// Files that are large enough to be read in parts, on several threads.
@Suite struct LargeFileTests {
  /// A file with some text behind its XML declaration.
  ///
  /// A document type declaration there causes the file to be read as a whole, and means nothing else.
  private static func file(_ body: String, behindDeclaration text: String) -> [UInt8] {
    Array("<?xml version=\"1.0\"?>\(text)<model type=\"x\">\(body)</model>\n".utf8)
  }

  private static let documentType = "<!DOCTYPE model>"
  private static let spaces = String(repeating: " ", count: documentType.utf8.count)

  /// Entities of about 250 bytes each, every one with something more inside it.
  private static func entities(_ numbers: Range<Int>, with content: String = "") -> String {
    numbers.map { number in
      """
      <entity name="E\(number)" syncable="YES">
        <attribute name="a" optional="YES" attributeType="String" defaultValueString="&lt;\(number)&gt;"/>
        <relationship name="r" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="E0"/>
        \(content)
      </entity>

      """
    }.joined()
  }

  private static let many = 0..<1_500

  @Test func fileIsDividedBetweenEntities() throws {
    let file = Self.file(Self.entities(Self.many), behindDeclaration: "")
    let ranges = FileParts.ranges(of: file)
    #expect(ranges.first?.lowerBound == 0)
    #expect(ranges.last?.upperBound == file.count)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    #expect(ranges.dropFirst().allSatisfy { file[$0].starts(with: Array("<entity ".utf8)) })
    let documents = ranges.compactMap { XMLReader.read($0, of: file, inside: "model") }
    #expect(documents.count == ranges.count)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let body: String

    init(_ title: String, _ body: String) {
      testDescription = title
      self.body = body
    }
  }

  static let cases = [
    Case("entities alone", entities(many)),
    Case(
      "other elements between the entities",
      entities(0..<500) + "<fetchRequest name=\"f\" entity=\"E0\"/> text <!-- comment -->"
        + entities(500..<600) + "<elements><element name=\"E0\" positionX=\"1\"/></elements>"
        + entities(600..<1_200)
        + "<elements/><unknown><entity name=\"x\"/></unknown><?target data?>"
        + entities(1_200..<1_500) + "<configuration name=\"c\"/><composite name=\"d\"/>"
    ),
    Case("a few unknown attributes", entities(many, with: "<userInfo nam=\"x\"/>")),
    Case(
      "so many unknown attributes that suggestions end",
      entities(
        many,
        with: (0..<10).map { "<attribute name=\"b\($0)\" nam=\"\" optinal=\"\"/>" }.joined()
      )
    ),
    Case("wrong values", entities(many, with: "<attribute name=\"b\" optional=\"perhaps\"/>")),
    Case("texts", entities(many, with: "a text <![CDATA[<entity name=\"x\"/>]]> in parts")),
    Case("entities in a comment", entities(0..<100) + "<!-- \(entities(many)) -->"),
    Case("entities in another element", entities(0..<100) + "<group>\(entities(many))</group>"),
    Case("entities in a model", "<model>\(entities(many))</model>" + entities(0..<100)),
    Case("entities in text", entities(0..<100) + "<![CDATA[\(entities(many))]]>"),
    Case(
      "an end of the root between entities",
      entities(many) + "</model><model>" + entities(many)
    ),
    Case("an end tag too many", entities(0..<700) + "</entity>" + entities(700..<1_500)),
    Case("a start tag too many", entities(0..<700) + "<entity name=\"x\">" + entities(700..<1_500)),
    Case("an unknown character", entities(0..<1_400) + "&unknown;" + entities(1_400..<1_500)),
    Case("a NUL", entities(0..<1_400) + "\0" + entities(1_400..<1_500)),
    Case("a namespace", entities(many, with: "<x:attribute xmlns:x=\"y\" x:name=\"z\"/>")),
    Case("an unknown namespace", entities(many, with: "<x:attribute x:name=\"z\"/>")),
  ]

  @Test(arguments: cases)
  func partsGiveTheSameAsTheWhole(testCase: Case) {
    let inParts = ContentsReader.read(Self.file(testCase.body, behindDeclaration: Self.spaces))
    let whole = ContentsReader.read(Self.file(testCase.body, behindDeclaration: Self.documentType))
    #expect(inParts.model == whole.model)
    #expect(inParts.problems.map(Self.text) == whole.problems.map(Self.text))
    #expect(Self.offsets(in: inParts.model) == Self.offsets(in: whole.model))
  }

  private static func offsets(in model: Model?) -> [Int?] {
    (model?.entities ?? []).flatMap { entity in
      [entity.source.byte] + entity.properties.map(\.source.byte)
    }
  }

  private static func text(of problem: ModelProblem) -> String {
    "\(problem.rule) \(problem.source.byte ?? -1) \(problem.attribute ?? "-") \(problem.message) "
      + "(\(problem.hint))"
  }

  @Test func fileThatWasReadIsNotReadAgain() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("<model/>", to: "contents")
    let bytes = Self.file("<entity name=\"Read\"/>", behindDeclaration: "")
    let outcome = ModelLoader(alreadyRead: [path: bytes]).load(path)
    #expect(outcome.loaded?.model.entities.map(\.name) == ["Read"])
    #expect(ModelLoader().load(path).loaded?.model.entities.isEmpty == true)
  }
}
