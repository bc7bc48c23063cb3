import CoreData
import Foundation

final class Player: NSManagedObject {}

// As in generated code.
extension Player {
  var born: Date? { value(of: GeneratedKey.born) }
  var goals: Int64 { value(of: GeneratedKey.goals) ?? 0 }
  var height: Double { value(of: GeneratedKey.height) ?? 0 }
  var name: String? { value(of: GeneratedKey.name) }

  enum GeneratedKey: ~Copyable, GeneratedCodeV2.Key {
    case born, goals, height, name
    static let table = GeneratedCodeV2.KeyTable(
      "born goals height name",
      (\Player.born, \Player.goals, \Player.height, \Player.name)
    )
  }
}
