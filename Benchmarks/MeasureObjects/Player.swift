import CoreData

final class Player: NSManagedObject {}

// As in generated code.
extension Player {
  var city: String? {
    get { value(of: GeneratedKey.city) }
    set { setValue(newValue, of: GeneratedKey.city) }
  }
  var email: String? { value(of: GeneratedKey.email) }
  var name: String? { value(of: GeneratedKey.name) }

  enum GeneratedKey: ~Copyable, GeneratedCodeV2.Key {
    case city, email, goals, height, name
    static let table = GeneratedCodeV2.KeyTable(
      "city email goals height name",
      (\Player.city, \Player.email, nil as AnyKeyPath?, nil as AnyKeyPath?, \Player.name)
    )
  }
}

/// The same with accessors that are called, as from another module; those of ``Player`` are inlined.
final class CalledPlayer: NSManagedObject {}

extension CalledPlayer {
  @inline(never) var city: String? {
    get { value(of: GeneratedKey.city) }
    set { setValue(newValue, of: GeneratedKey.city) }
  }
  @inline(never) var email: String? { value(of: GeneratedKey.email) }
  @inline(never) var name: String? { value(of: GeneratedKey.name) }

  enum GeneratedKey: ~Copyable, GeneratedCodeV2.Key {
    case city, email, goals, height, name
    static let table = GeneratedCodeV2.KeyTable(
      "city email goals height name",
      (
        \CalledPlayer.city, \CalledPlayer.email, nil as AnyKeyPath?, nil as AnyKeyPath?,
        \CalledPlayer.name
      )
    )
  }
}
