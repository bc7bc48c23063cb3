import Foundation

extension Crew {
  var initials: String { "\(firstName.prefix(1))\((lastName ?? "").prefix(1))" }
}
