import ManagedModel
import ModelFiles
import Testing

/// Characters that a file cannot contain literally.
struct CharacterReferenceTests {
  @Test(arguments: [
    ("a &amp;&amp; b", "a && b"),
    ("&lt;&gt;&quot;&apos;", "<>\"'"),
    ("&amp;amp;", "&amp;"),
    ("&#38;#38;", "&#38;"),
    ("&#x26;&#10;&#9;", "&\n\t"),
    ("[&amp;]", "[&]"),
  ])
  func anAttributeArrivesAsItWasMeant(written: String, meant: String) throws {
    let file = """
      <model><entity name="E"><userInfo><entry key="k" value="\(written)"/></userInfo></entity></model>
      """
    let model = try #require(ContentsReader.read(Array(file.utf8)).model)
    let entry = model.entities[0].userInfo?.entries.first
    #expect(entry?.value == meant)
    let again = ContentsReader.read(ContentsWriter.write(model)).model
    #expect(again?.entities[0].userInfo?.entries.first?.value == meant)
  }

  @Test func anUnknownEntityIsRefused() {
    let file = "<model><entity name=\"&unknown;\"/></model>"
    #expect(ContentsReader.read(Array(file.utf8)).model == nil)
  }
}
