import CoreData

extension Cargo {
  var danger: Bool {
    get { isDangerous?.boolValue ?? false }
    set { isDangerous = NSNumber(value: newValue) }
  }
}
