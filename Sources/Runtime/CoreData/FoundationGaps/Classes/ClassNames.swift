import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The name of a class, by which a model knows it: the one that `@objc(Name)` gives it, if a companion states that.
///
/// Foundation's function stops the program for a class that is inside another type or private to its file. This one is
/// preferred where the class is known to be one of objects; its name for such a class has those of the types around it,
/// and ``NSEntityDescription/managedObjectClassName`` leads back to the class.
public func NSStringFromClass(_ aClass: NSObject.Type) -> String {
  if let name = (aClass as? any NamedInModels.Type)?.modelName { return name }
  let name = ClassName(aClass)
  // Foundation has other names only for its own classes. It builds a table of them at the first call, which takes
  // longer than opening a store.
  guard name.isTopLevel, name.path.hasPrefix("Foundation") else { return name.path }
  return Foundation.NSStringFromClass(aClass as AnyClass)
}

/// A class that models may refer to by another name than that of the class in Swift.
protocol NamedInModels: AnyObject {
  /// The name that `@objc(Name)` gives the class, if a companion states it.
  static var modelName: String? { get }
}

/// The name of a class with those of the module and of the enclosing types.
struct ClassName {
  /// The full name, such as `Module.Outer.Inner`; contexts without a name, such as the file of a private type, are
  /// left out.
  let path: String

  /// Whether the class is declared at the top level and not private, so that Foundation has a name for it.
  let isTopLevel: Bool

  init(_ type: AnyClass) {
    let text = String(reflecting: type)
    let parts = Self.parts(of: text)
    path = parts.filter { !$0.hasPrefix("(") }.joined(separator: ".")
    isTopLevel = parts.count == 2
  }

  /// The components between dots outside of brackets.
  private static func parts(of text: String) -> [String] {
    var parts: [String] = [""]
    var depth = 0
    for character in text {
      switch character {
      case "(", "<": depth += 1
      case ")", ">": depth -= 1
      default: break
      }
      if character == ".", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
