import HTTPServer
import Testing
import WebGuarding

struct GuardingTests {
  static let token = FormToken()
  static let guarding = RequestGuard(host: "League.local", token: token)

  /// Host names of requests, and whether they are accepted.
  static let hosts: [(String?, Bool)] = [
    ("127.0.0.1:8080", true), ("localhost", true), ("LOCALHOST:1", true), ("[::1]:80", true),
    ("192.168.0.7", true), ("league.local:80", true), ("example.org", false), ("", false),
    (nil, false), ("127.0.0.1.example.org", false), ("localhost.example.org", false),
    ("1.2.3", false), ("1.2.3.256", false), ("[::1", false), ("127.0.0.1@example.org", false),
  ]

  @Test(arguments: hosts)
  func onlyOurNamesAreAnswered(host: String?, isAnswered: Bool) throws {
    var headers = HTTPHeaders()
    headers["Host"] = host
    let request = HTTPRequest(
      method: .get,
      target: try #require(RequestTarget("/")),
      headers: headers
    )
    let objection = Self.guarding.objection(to: request, takesForms: false)
    #expect(objection == (isAnswered ? nil : .foreignHost))
  }

  static let origins: [(String?, Bool)] = [
    ("http://localhost:8080", true), ("HTTP://LOCALHOST:8080", true),
    ("https://localhost:8080", true), ("http://localhost", false), ("http://localhost:80", false),
    ("http://example.org", false), ("null", false), ("", false), (nil, false),
    ("http://localhost:8080.example.org", false),
  ]

  @Test(arguments: origins)
  func formsComeFromOurPages(origin: String?, isTaken: Bool) throws {
    let objection = try objection(origin: origin)
    #expect(objection == (isTaken ? nil : .foreignOrigin))
  }

  @Test func formsHaveTheToken() throws {
    #expect(try objection(token: "x") == .wrongToken)
    #expect(try objection(token: "") == .wrongToken)
    #expect(try objection(token: String(Self.token.text.dropLast())) == .wrongToken)
    #expect(try objection(type: "text/plain") == .noForm)
    #expect(try objection(takesForms: false) == .wrongMethod("GET, HEAD"))
    #expect(try objection(method: "PUT") == .wrongMethod("GET, HEAD, POST"))
    #expect(FormToken().text != FormToken().text)
  }

  private func objection(
    method: String = "POST",
    origin: String? = "http://localhost:8080",
    token: String = token.text,
    type: String = "application/x-www-form-urlencoded",
    takesForms: Bool = true
  ) throws -> Objection? {
    var headers: HTTPHeaders = ["Host": "localhost:8080", "Content-Type": type]
    headers["Origin"] = origin
    let request = HTTPRequest(
      method: HTTPMethod(rawValue: method),
      target: try #require(RequestTarget("/")),
      headers: headers,
      body: Array("token=\(token)".utf8)
    )
    return Self.guarding.objection(to: request, takesForms: takesForms)
  }
}
