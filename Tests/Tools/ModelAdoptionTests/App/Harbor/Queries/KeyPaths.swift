import CoreData

enum KeyPaths {
  static var names: [String] {
    [
      NSExpression(forKeyPath: \Ship.name).keyPath,
      NSExpression(forKeyPath: \Ferry.name).keyPath,
      NSExpression(forKeyPath: \Crew.fullName).keyPath,
      NSExpression(forKeyPath: \Captain.fullName).keyPath,
      NSExpression(forKeyPath: \Harbor.city).keyPath,
      NSExpression(forKeyPath: \Ship.home?.name).keyPath,
      NSExpression(forKeyPath: \Sailboat.title).keyPath,
      NSExpression(forKeyPath: \Note.body).keyPath,
      NSExpression(forKeyPath: \Berth.feet).keyPath,
    ]
  }
}
