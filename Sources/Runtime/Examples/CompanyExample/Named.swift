/// A person or thing with two names.
package protocol Named: AnyObject {
  var firstName: String { get set }
  var lastName: String { get set }
}

extension Employee: Named {}
extension Manager: Named {}

extension Named {
  /// The first name and the last name; a new value is split at the last space.
  package var fullName: String {
    get { "\(firstName) \(lastName)" }
    set {
      let space = newValue.lastIndex(of: " ") ?? newValue.startIndex
      firstName = String(newValue[..<space])
      lastName = String(newValue[space...].drop { $0 == " " })
    }
  }
}
