import Testing

@testable import LeagueOperations

struct CSVReaderTests {
  @Test(
    "Records are read as RFC 4180 has them",
    arguments: [
      ("", []),
      ("a", [["a"]]),
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
      ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
      ("a,\n,b\n", [["a", ""], ["", "b"]]),
      ("\n\n", [[""], [""]]),
      (",", [["", ""]]),
      ("\"\"", [[""]]),
      ("\"a,b\",\"c\"\"d\",\"e\r\nf\ng\"", [["a,b", "c\"d", "e\r\nf\ng"]]),
      ("\"\"\"\"", [["\""]]),
      (" a , b ", [[" a ", " b "]]),
      ("\u{FEFF}a,b", [["a", "b"]]),
      ("a\rb,c\n", [["a\rb", "c"]]),
      ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
      ("a,\"b\rc\"\r\r", [["a", "b\rc"], [""]]),
      ("ä,日本,👩‍👩‍👧", [["ä", "日本", "👩‍👩‍👧"]]),
    ]
  )
  func records(text: String, expected: [[String]]) {
    var reader = CSVReader(Array(text.utf8))
    var records: [[String]] = []
    while let record = reader.next() { records.append(record.fields.map(\.text)) }
    #expect(records == expected)
    #expect(reader.problems.isEmpty)
  }

  @Test(
    "Problems are recorded with their byte, and reading continues",
    arguments: [
      (
        "a\"b,c", [["a\"b", "c"]],
        ["1 a quotation mark within a field that does not begin with one"]
      ),
      (
        "\"a\"x,b\nc", [["a", "b"], ["c"]],
        ["3 something between a closing quotation mark and the end of the field"]
      ),
      ("a,\"b\nc", [["a", "b\nc"]], ["2 a quotation mark that is never closed"]),
      ("\"", [[""]], ["0 a quotation mark that is never closed"]),
      (
        "\"a\"\"", [["a\""]],
        ["0 a quotation mark that is never closed"]
      ),
    ]
  )
  func problems(text: String, expected: [[String]], problems: [String]) {
    var reader = CSVReader(Array(text.utf8))
    var records: [[String]] = []
    while let record = reader.next() { records.append(record.fields.map(\.text)) }
    #expect(records == expected)
    #expect(reader.problems.map { "\($0.offset) \($0.message)" } == problems)
  }

  @Test("Bytes that are not UTF-8 are noted")
  func encoding() {
    var reader = CSVReader([0x61, 0x2C, 0xFF, 0x0A, 0x22, 0xC3, 0x22])
    while reader.next() != nil {}
    #expect(reader.problems.map(\.offset) == [2, 4])
  }

  @Test(
    "Written files are read without changes",
    arguments: ["", "\n", "\r\n", ",\"", " a", "a ", "ä\"\""]
  )
  func roundTrip(field: String) {
    var csv = CSVText()
    csv.append([field, "x", field])
    var reader = CSVReader(Array(csv.text.utf8))
    #expect(reader.next()?.fields.map(\.text) == [field, "x", field])
    #expect(reader.next() == nil && reader.problems.isEmpty)
  }

  @Test("Places are lines and columns as people count")
  func places() {
    let lines = TextLines(Array("aä\n日b\n".utf8))
    let places = [0, 1, 3, 4, 7, 8, 9, 99].map { "\(lines.place(of: $0, in: "f"))" }
    #expect(
      places == ["f:1:1", "f:1:2", "f:1:3", "f:2:1", "f:2:2", "f:2:3", "f:3:1", "f:3:1"]
    )
  }

  @Test("Arbitrary bytes are read to the end")
  func hostile() {
    var generator = SystemRandomNumberGenerator()
    let alphabet: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x61, 0xC3, 0xA4, 0xFF]
    for _ in 0..<2_000 {
      let bytes = (0..<12).compactMap { _ in alphabet.randomElement(using: &generator) }
      var reader = CSVReader(bytes)
      var count = 0
      while reader.next() != nil { count += 1 }
      #expect(count <= bytes.count, "\(bytes)")
    }
  }
}
