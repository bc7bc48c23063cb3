import Foundation

enum Patterns {
  static func isCode(_ text: String) -> Bool { text.wholeMatch(of: #/[A-Z]{2}"?#?\d+/#) != nil }
  static func half(_ a: Int, _ b: Int) -> Int { a / 2 / b }
}
