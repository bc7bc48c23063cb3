import CSwiftABI
import Foundation

/// The types of the arguments in a C argument list, which only the format string shows.
struct ArgumentList {
  /// The way in which a list passes an argument.
  enum Kind: CChar {
    case int = 0x69
    case long = 0x6C
    case double = 0x64
    case object = 0x70
    case text = 0x73
  }

  let kinds: [Kind]

  /// Parses a format string for the types only; errors in it are detected elsewhere.
  init(format: String) {
    var kinds: [Kind] = []
    var quote: UInt8?
    var bytes = Substring(format).utf8
    while let byte = bytes.popFirst() {
      if let open = quote {
        if byte == UInt8(ascii: "\\") { _ = bytes.popFirst() }
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "%"), let kind = Self.kind(&bytes) {
        kinds.append(kind)
      }
    }
    self.kinds = kinds
  }

  /// The kind of the argument whose `%` has been read; nil if it is not one.
  private static func kind(_ bytes: inout Substring.UTF8View) -> Kind? {
    var isLong = false
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "h"): continue
      case UInt8(ascii: "l"), UInt8(ascii: "q"), UInt8(ascii: "z"), UInt8(ascii: "t"),
        UInt8(ascii: "j"):
        isLong = true
      case UInt8(ascii: "@"), UInt8(ascii: "K"), UInt8(ascii: "p"): return .object
      case UInt8(ascii: "s"), UInt8(ascii: "S"): return .text
      case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "f"), UInt8(ascii: "g"),
        UInt8(ascii: "A"), UInt8(ascii: "E"), UInt8(ascii: "F"), UInt8(ascii: "G"):
        return .double
      case UInt8(ascii: "%"): return nil
      default: return isLong ? .long : .int
      }
    }
    return nil
  }

  /// The arguments of a list that was created for the format string.
  func values(from list: CVaListPointer) -> [Any?] {
    var taken = [variable_argument](repeating: variable_argument(), count: kinds.count)
    take_arguments(list, kinds.map(\.rawValue), kinds.count, &taken)
    return zip(kinds, taken).map { kind, argument in
      switch kind {
      case .int, .long: argument.integer
      case .double: argument.real
      case .object:
        argument.pointer.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
      case .text: argument.pointer.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
      }
    }
  }
}
