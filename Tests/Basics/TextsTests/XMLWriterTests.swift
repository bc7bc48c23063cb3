import Testing
import Texts

@Suite("Writing of XML") struct XMLWriterTests {
  private func text(_ writer: XMLWriter) -> String { String(decoding: writer.bytes, as: UTF8.self) }

  @Test("Elements are on lines of their own, indented by their depth")
  func lines() {
    var writer = XMLWriter(indentation: 4, isStandalone: true)
    writer.element("model", [("name", "a &amp; b")], hasChildren: true) { model in
      model.element("entity", [("name", "Team"), ("syncable", "YES")])
      model.element("elements", hasChildren: true) { $0.comment(" none ") }
      model.text("1 < 2")
    }
    writer.lineBreak()
    #expect(
      text(writer) == """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model name="a &amp; b">
            <entity name="Team" syncable="YES"/>
            <elements>
                <!-- none -->
            </elements>
            1 &lt; 2
        </model>

        """
    )
  }

  @Test("The text of an element is in its line, and escaped")
  func elementWithText() {
    var writer = XMLWriter(indentation: 2, isStandalone: false)
    writer.instruction("sheet 1")
    writer.element("store", hasChildren: true) { store in
      store.element("value", [("name", "x")], text: "a<b>\r\n\"c\"")
      store.element("value", [], text: "")
    }
    #expect(
      text(writer) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <?sheet 1?>
        <store>
          <value name="x">a&lt;b&gt;&#13;
        "c"</value>
          <value></value>
        </store>
        """
    )
  }
}
