import CoreData
import Foundation

/// A rank that is stored as its raw value.
@objc public enum Rank: Int16 { case none, second, first }

private final class Secret: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let word: String
  init(word: String) { self.word = word }
  init?(coder: NSCoder) { word = coder.decodeObject(of: NSString.self, forKey: "word") as String? ?? "" }
  func encode(with coder: NSCoder) { coder.encode(word as NSString, forKey: "word") }
}

public class Captain: Crew {
  @NSManaged var rank: Rank
  @NSManaged var voyages: NSSet?
  @NSManaged private var secret: Secret?

  var secretWord: String? {
    get { secret?.word }
    set { secret = newValue.map(Secret.init(word:)) }
  }
}
