import CoreData
import Foundation

final class Player: NSManagedObject {}

// As generated code is.
extension Player {
  final class GeneratedRow: GeneratedCode1.Row, @unchecked Sendable {
    var born: Date?
    var goals: Int64?
    var height: Double?
    var name: String?

    override class var layout: GeneratedCode1.Layout {
      GeneratedCode1.Layout(
        entity: "Player",
        properties: [
          .init("born", .date, \Player.born), .init("goals", .integer64, \Player.goals),
          .init("height", .double, \Player.height), .init("name", .string, \Player.name),
        ]
      )
    }

    override func assign(from other: GeneratedCode1.Row) {
      super.assign(from: other)
      let other = unsafeDowncast(other, to: GeneratedRow.self)
      born = other.born
      goals = other.goals
      height = other.height
      name = other.name
    }

    override func value(at index: Int) -> GeneratedCode1.Value {
      switch index {
      case 0: .init(born)
      case 1: .init(goals)
      case 2: .init(height)
      case 3: .init(name)
      default: super.value(at: index)
      }
    }

    override func setValue(_ value: GeneratedCode1.Value, at index: Int) {
      switch index {
      case 0: born = value.date
      case 1: goals = value.int64
      case 2: height = value.double
      case 3: name = value.string
      default: super.setValue(value, at: index)
      }
    }

    override func read(from reader: GeneratedCode1.Reader) {
      super.read(from: reader)
      born = reader.date()
      goals = reader.int64()
      height = reader.double()
      name = reader.string()
    }
  }

  var born: Date? { GeneratedCode1.reading(self, GeneratedRow.self, 0)?.born }
  var goals: Int64 { GeneratedCode1.reading(self, GeneratedRow.self, 1)?.goals ?? 0 }
  var height: Double { GeneratedCode1.reading(self, GeneratedRow.self, 2)?.height ?? 0 }
  var name: String? { GeneratedCode1.reading(self, GeneratedRow.self, 3)?.name }
}
