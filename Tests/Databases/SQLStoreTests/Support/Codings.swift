import Foundation
import ObjectRows
import SQLStore

/// Stores strings reversed, so that an unencoded value is noticed; the string `none` is stored as NULL.
struct ReversedText: BytesCoding {
  struct Refusal: Error {}

  func bytes(of box: BoxedValue) throws -> Data? {
    guard let text = box.value as? String else { throw Refusal() }
    return text == "none" ? nil : Data(text.utf8.reversed())
  }

  func box(of bytes: Data) -> BoxedValue? {
    String(bytes: bytes.reversed(), encoding: .utf8).map { BoxedValue($0) }
  }
}

/// The value of the composite attribute of samples.
struct Place: Hashable {
  var label: String?
  var x: Double?
  var y: Double?
  var thing: String?

  /// The place as a value in a row.
  var boxed: Value { .object(BoxedValue(self)) }
}

struct PlaceCoding: MemberCoding {
  func value(at path: [String], in box: BoxedValue) -> Value {
    guard let place = box.value as? Place else { return .none }
    switch path {
    case ["label"]: return place.label.map(Value.string) ?? .none
    case ["at", "x"]: return place.x.map(Value.double) ?? .none
    case ["at", "y"]: return place.y.map(Value.double) ?? .none
    case ["thing"]: return place.thing.map { .object(BoxedValue($0)) } ?? .none
    default: return .none
    }
  }

  func box(_ members: [(path: [String], value: Value)]) -> BoxedValue? {
    var place = Place()
    for (path, value) in members {
      switch (path, value) {
      case (["label"], .string(let text)): place.label = text
      case (["at", "x"], .double(let number)): place.x = number
      case (["at", "y"], .double(let number)): place.y = number
      case (["thing"], .object(let object)):
        place.thing = (object as? BoxedValue)?.value as? String
      default: break
      }
    }
    return place == Place() ? nil : BoxedValue(place)
  }

  func coding(at path: [String]) -> (any BytesCoding)? {
    path == ["thing"] ? ReversedText() : nil
  }
}

extension Value {
  /// A boxed string.
  static func box(_ text: String) -> Value { .object(BoxedValue(text)) }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// A string value.
  public init(stringLiteral text: String) { self = .string(text) }

  /// An integer value.
  public init(integerLiteral number: Int64) { self = .integer(number) }
}

extension Value: Equatable {
  /// Compares like the engine; a null reference equals none.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.none, .reference(let end)), (.reference(let end), .none): end.isNone
    default: left.isSame(as: right)
    }
  }
}
