import Foundation

enum Flags {
  #if DEBUG
  static let name = "debug"
  #else
  static let name = "release"
  #endif
  #if canImport(UIKit)
  static let hasScreen = true
  #endif
}
