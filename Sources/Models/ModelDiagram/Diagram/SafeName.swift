/// Names in letters, digits and underscores alone.
enum SafeName {
  /// The name with all other characters written as their codes; different names stay different.
  static func of(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": result.unicodeScalars.append(scalar)
      default: result += "_\(String(scalar.value, radix: 16))_"
      }
    }
    return result
  }
}

/// Unique names.
struct UniqueNames {
  let names: [String]

  /// Adds numbers to the names that occur earlier in the list.
  init(_ preferred: [String], separator: String = " ") {
    var taken = Set(preferred)
    var seen: Set<String> = []
    var names: [String] = []
    for candidate in preferred {
      var name = candidate
      var number = 2
      while !seen.insert(name).inserted || (name != candidate && taken.contains(name)) {
        name = "\(candidate)\(separator)\(number)"
        number += 1
      }
      taken.insert(name)
      names.append(name)
    }
    self.names = names
  }
}
