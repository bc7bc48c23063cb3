import Foundation
import PredicateFormat
import SQLDriver
import SQLSchema
import SQLiteDriver

@testable import SQLStore

/// Simplified versions of the functions that statements and triggers call.
enum StoreFunctions {
  static func register(on connection: SQLiteConnection) throws {
    for function in StoreFunction.allCases {
      try connection.register(
        function: function.rawValue,
        argumentCount: Int32(function.argumentCount)
      ) { arguments in
        guard case .text(let text)? = arguments.first, arguments.count == 1 else { return .null }
        return .text(function == .uppercase ? text.uppercased() : text.lowercased())
      }
    }
    try connection.register(function: StoreCallback.text.rawValue, argumentCount: 4) { arguments in
      guard case .integer(let number) = arguments[0], case .integer(let options) = arguments[1],
        case .text(let left) = arguments[2], case .text(let right) = arguments[3]
      else { return .null }
      let folds = options & Int64(Comparison.Options.caseInsensitive.rawValue) != 0
      let result = Self.holds(
        Comparison.Relation(rawValue: Int(number)),
        folds ? left.lowercased() : left,
        folds ? right.lowercased() : right
      )
      return .integer(result ? 1 : 0)
    }
    try connection.register(function: StoreCallback.function.rawValue) { arguments in
      guard case .text("uppercase:")? = arguments.first, case .text(let text)? = arguments.last
      else { return .null }
      return .text(text.uppercased())
    }
    for collation in StoreCollation.allCases {
      try connection.register(collation: collation.rawValue) { left, right in
        let (left, right) = (left.lowercased(), right.lowercased())
        return left < right ? -1 : left == right ? 0 : 1
      }
    }
  }

  private static func holds(
    _ relation: Comparison.Relation?,
    _ left: String,
    _ right: String
  ) -> Bool {
    switch relation {
    case .equalTo: left == right
    case .contains: left.contains(right)
    case .beginsWith: left.hasPrefix(right)
    case .endsWith: left.hasSuffix(right)
    case .like: left.hasPrefix(right.replacing("*", with: ""))
    default: false
    }
  }
}
