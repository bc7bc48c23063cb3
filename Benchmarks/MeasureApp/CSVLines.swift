import Foundation
import League

/// The fields of one line.
struct CSVLine {
  var firstName: String
  var lastName: String
  var email: String
  var jerseyNumber: Int16

  func fill(_ player: Player) {
    player.firstName = firstName
    player.lastName = lastName
    player.email = email
    player.jerseyNumber = jerseyNumber
  }
}

/// An iterator over the lines of a file without quotes.
struct CSVLines: IteratorProtocol {
  private let bytes: [UInt8]
  private var place = 0

  init(_ path: String) throws { bytes = [UInt8](try Data(contentsOf: URL(filePath: path))) }

  mutating func next() -> CSVLine? {
    guard place < bytes.count else { return nil }
    return CSVLine(
      firstName: field(44),
      lastName: field(44),
      email: field(44),
      jerseyNumber: Int16(field(10)) ?? 0
    )
  }

  private mutating func field(_ end: UInt8) -> String {
    let start = place
    while bytes[place] != end { place += 1 }
    defer { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }
}
