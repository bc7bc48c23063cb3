import CoreData

extension Permit {
  func isValid(at date: Date) -> Bool { validUntil.map { $0 >= date } ?? true }
}
