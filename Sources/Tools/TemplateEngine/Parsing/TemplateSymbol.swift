import Synchronization

/// A name in a template, with a number by which values are looked up without comparing strings.
struct TemplateSymbol: Sendable {
  let key: TemplateKey
  let number: Int

  var text: String { key.text }
}

/// The numbers of all names in the templates of one environment.
final class SymbolTable: Sendable {
  private let numbers = Mutex<[TemplateKey: Int]>([:])

  /// The collector of unknown names, which needs the names that are set.
  private let unknownNames: UnknownNames?

  init(_ unknownNames: UnknownNames? = nil) {
    self.unknownNames = unknownNames
  }

  /// The symbol of a name that a tag sets.
  func symbol(ofSet text: String) -> TemplateSymbol {
    unknownNames?.noteSet(text)
    return symbol(text)
  }

  func symbol(_ text: some StringProtocol) -> TemplateSymbol {
    let key = TemplateKey(String(text))
    let number = numbers.withLock { numbers in
      if let known = numbers[key] { return known }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
    return TemplateSymbol(key: key, number: number)
  }

  /// The names of the numbers that satisfy a condition, in alphabetical order.
  func texts(where isWanted: (Int) -> Bool) -> [String] {
    numbers.withLock { numbers in
      numbers.filter { isWanted($0.value) }.map(\.key.text).sorted()
    }
  }
}
