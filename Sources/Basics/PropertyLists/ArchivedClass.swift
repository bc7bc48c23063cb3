/// The class of an archived object: its name and those of its superclasses.
package struct ArchivedClass: Sendable, Hashable {
  package let name: String

  /// The class itself, its superclass, and so on to the root class.
  package let chain: [String]

  package init(_ name: String, _ superclasses: String...) {
    self.init(chain: [name] + superclasses)
  }

  package init(chain: [String]) {
    name = chain.first ?? "NSObject"
    self.chain = chain
  }

  /// Whether the class is the named one or inherits from it.
  package func isKind(of name: String) -> Bool {
    chain.contains(name)
  }
}

extension ArchivedClass {
  /// The most superclasses that a genuine class has room for.
  private static let greatestDepth = 64

  /// The class that a record of an archive describes, or nil if it is not a record of a class.
  init?(record: PropertyList) {
    guard let fields = record.dictionary, let name = fields["$classname"]?.string else {
      return nil
    }
    let chain = (fields["$classes"]?.array ?? []).prefix(Self.greatestDepth).compactMap(\.string)
    self.init(chain: chain.first == name ? chain : [name] + chain)
  }

  /// The record that describes the class in an archive.
  var record: PropertyList {
    .dictionary([
      "$classname": .string(name),
      "$classes": .array(chain.map { .string($0) }),
    ])
  }
}
