import Foundation
import JSON
import Testing
import Texts

@Suite struct JSONTextTests {
  static let documents: [(JSONValue, String)] = [
    (.null, "null"), (true, "true"), (false, "false"),
    (0, "0"), (.integer(.min), "-9223372036854775808"),
    (.number(0.1), "0.1"), (.number(1), "1.0"), (.number(-1e300), "-1e+300"),
    (.number(.leastNonzeroMagnitude), "5e-324"), (.number(.infinity), "null"),
    (.number(.nan), "null"),
    ("", #""""#),
    ("a\"b\\c/d", #""a\"b\\c/d""#),
    ("\n\r\t\u{8}\u{C}\0", #""\n\r\t\u0008\u000c\u0000""#),
    ("\u{1B}\u{7F}\u{9B}\u{2028}", #""\u001b\u007f\u009b\u2028""#),
    ("\u{E0041}", #""\udb40\udc41""#),
    ("日本 😀 é", #""日本 😀 é""#),
    ([], "[]"), ([:], "{}"),
    ([1, [2, []], .null], "[1,[2,[]],null]"),
    (["z": 1, "a": ["b": "c"]], #"{"z":1,"a":{"b":"c"}}"#),
    (["a\"": 1], #"{"a\"":1}"#),
  ]

  @Test(arguments: documents)
  func compact(value: JSONValue, text: String) {
    #expect(JSONText(.compact).text(of: value) == text)
  }

  @Test(arguments: documents)
  func everyReaderUnderstandsIt(value: JSONValue, text: String) throws {
    for layout in [JSONText.Layout.compact, .pretty] {
      let text = JSONText(layout).text(of: value)
      _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }
  }

  @Test func pretty() {
    #expect(
      JSONText().text(of: ["b": [1, 2], "a": [:], "c": [], "d": ["e": .null]]) == """
        {
          "b": [
            1,
            2
          ],
          "a": {},
          "c": [],
          "d": {
            "e": null
          }
        }
        """
    )
  }

  @Test func stringsSurvive() throws {
    let all = (0...0x2FFF).compactMap { Unicode.Scalar($0 as UInt32) }
    var string = ""
    string.unicodeScalars.append(contentsOf: all)
    let text = JSONText(.compact).text(of: .string(string))
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    #expect((read as? String)?.unicodeScalars.elementsEqual(string.unicodeScalars) == true)
    #expect(text.unicodeScalars.allSatisfy { !$0.isInvisible })
  }
}
