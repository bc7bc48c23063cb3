import HTTPServer
import Testing

@Suite struct RequestValueTests {
  static let targets: [(String, [String]?)] = [
    ("/", []), ("/a", ["a"]), ("/a/", ["a", ""]), ("//", ["", ""]), ("/a%2fb", ["a/b"]),
    ("/..%2f", ["../"]), ("/a+b", ["a+b"]), ("/%F0%9F%8F%80", ["🏀"]), ("/a?b/c", ["a"]),
    ("", nil), ("a", nil), ("*", nil), ("/%", nil), ("/%4", nil), ("/%g0", nil), ("/%00", nil),
    ("/%C0%80", nil), ("/%ED%A0%80", nil), ("/?%", nil), ("http://a/b", nil),
  ]

  @Test(arguments: targets)
  func segments(text: String, segments: [String]?) {
    #expect(RequestTarget(text)?.segments == segments)
  }

  static let forms: [(String, [String]?)] = [
    ("", []), ("a", ["a:"]), ("a=", ["a:"]), ("=a", [":a"]), ("a=b=c", ["a:b=c"]),
    ("a=1&a=2", ["a:1", "a:2"]), ("a+b=c+%2B", ["a b:c +"]), ("&&a&", ["a:"]), ("a=%", nil),
    ("a=%FF", nil), ("%00=a", nil),
  ]

  @Test(arguments: forms)
  func fields(text: String, fields: [String]?) {
    let form = FormFields(encoded: Array(text.utf8))
    #expect(form?.fields.map { "\($0.name):\($0.value)" } == fields)
  }

  @Test func formsHaveALimitOfFields() {
    let form = { FormFields(encoded: Array(String(repeating: "a&", count: $0).utf8)) }
    #expect(form(1000)?.fields.count == 1000)
    #expect(form(1001) == nil)
    #expect(form(1000)?["a"] == "")
    #expect(form(1000)?["b"] == nil)
  }

  static let types: [(String?, Bool)] = [
    ("application/x-www-form-urlencoded", true),
    ("Application/X-WWW-Form-URLencoded ; charset=UTF-8", true),
    ("application/x-www-form-urlencodedx", false), ("text/plain", false), ("", false), (nil, false),
  ]

  @Test(arguments: types)
  func onlyFormsAreForms(type: String?, isForm: Bool) throws {
    var headers = HTTPHeaders()
    headers["content-type"] = type
    let target = try #require(RequestTarget("/"))
    let request = HTTPRequest(method: .post, target: target, headers: headers, body: [])
    #expect((request.form != nil) == isForm)
  }

  @Test func headersAreFoundWithoutRegardToCase() {
    var headers: HTTPHeaders = ["Host": "a", "X": "1"]
    headers.add("x", "2")
    #expect(headers["HOST"] == "a")
    #expect(headers.values(of: "x") == ["1", "2"])
    headers["x"] = "3"
    #expect(headers.values(of: "X") == ["3"])
    headers["host"] = nil
    #expect(headers.fields == [.init(name: "x", value: "3")])
    #expect(headers["X\u{212A}"] == nil)
  }

  @Test func encodingIsUndoneByDecoding() {
    let text = "Crew & Co/ä?#%+\u{1F3C0}-._~09azAZ"
    let encoded = PercentEncoding.encode(text)
    #expect(encoded == "Crew%20%26%20Co%2F%C3%A4%3F%23%25%2B%F0%9F%8F%80-._~09azAZ")
    #expect(PercentEncoding.decode(encoded.utf8, plusIsSpace: true) == text)
  }
}
