import Foundation

extension Date {
  var day: String { String(Int(timeIntervalSinceReferenceDate) / 86_400) }
}
