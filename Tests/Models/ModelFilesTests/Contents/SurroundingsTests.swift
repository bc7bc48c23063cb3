import ModelFiles
import Testing

/// Comments and instructions around the root element, which Xcode does not write.
struct SurroundingsTests {
  @Test(arguments: [
    "<!-- made by hand -->\n<model>\n    <entity name=\"A\"/>\n</model>",
    "<?xml-stylesheet href=\"x.css\"?>\n<!-- a -->\n<!-- b -->\n<model/>\n<!-- c -->\n<?d?>\n",
    "<model>\n    <?inside it?>\n    <entity name=\"A\"/>\n</model>",
  ])
  func isWrittenBack(body: String) throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n" + body
    let reading = ContentsReader.read(Array(text.utf8))
    let model = try #require(reading.model)
    #expect(reading.problems.isEmpty)
    #expect(String(decoding: ContentsWriter.write(model), as: UTF8.self) == text)
  }
}
