import Foundation

@objcMembers final class Settings: NSObject {
  var city = "Kiel"
  var limit = 5
}
