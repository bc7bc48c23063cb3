import CoreData

extension Berth {
  @objc(lengthInFeet) var feet: Double { length * 3.28 }
  static var feetKey: String { #keyPath(Berth.feet) }
}
