import CoreData

final class Player: NSManagedObject {}

// As generated code is.
extension Player {
  final class GeneratedRow: GeneratedCode1.Row, @unchecked Sendable {
    var city: String?
    var email: String?
    var goals: Int64?
    var height: Double?
    var name: String?

    override class var layout: GeneratedCode1.Layout {
      GeneratedCode1.Layout(
        entity: "Player",
        properties: [
          .init("city", .string, \Player.city), .init("email", .string, \Player.email),
          .init("goals", .integer64), .init("height", .double),
          .init("name", .string, \Player.name),
        ]
      )
    }

    override func assign(from other: GeneratedCode1.Row) {
      super.assign(from: other)
      let other = unsafeDowncast(other, to: GeneratedRow.self)
      city = other.city
      email = other.email
      goals = other.goals
      height = other.height
      name = other.name
    }

    override func value(at index: Int) -> GeneratedCode1.Value {
      switch index {
      case 0: .init(city)
      case 1: .init(email)
      case 2: .init(goals)
      case 3: .init(height)
      case 4: .init(name)
      default: super.value(at: index)
      }
    }

    override func setValue(_ value: GeneratedCode1.Value, at index: Int) {
      switch index {
      case 0: city = value.string
      case 1: email = value.string
      case 2: goals = value.int64
      case 3: height = value.double
      case 4: name = value.string
      default: super.setValue(value, at: index)
      }
    }
  }

  var city: String? {
    guard let row = GeneratedCode1.reading(self, GeneratedRow.self, 0) else {
      return GeneratedCode1.value(self, "city") as? String
    }
    return row.city
  }

  var email: String? {
    guard let row = GeneratedCode1.reading(self, GeneratedRow.self, 1) else {
      return GeneratedCode1.value(self, "email") as? String
    }
    return row.email
  }

  var name: String? {
    guard let row = GeneratedCode1.reading(self, GeneratedRow.self, 4) else {
      return GeneratedCode1.value(self, "name") as? String
    }
    return row.name
  }
}
