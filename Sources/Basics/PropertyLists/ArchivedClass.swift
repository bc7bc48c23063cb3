/// The class of an archived object: its name and those of its superclasses.
package struct ArchivedClass: Sendable, Hashable {
  package let name: String

  /// The class, its superclass, and so on up to the root class.
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
  /// The maximum number of superclasses.
  private static let greatestDepth = 64

  /// The class described by an archive's class record; nil if the value is not a class record.
  init?(record: PropertyList) {
    guard let fields = record.dictionary, let name = fields["$classname"]?.string else {
      return nil
    }
    let chain = (fields["$classes"]?.array ?? []).prefix(Self.greatestDepth).compactMap(\.string)
    self.init(chain: chain.first == name ? chain : [name] + chain)
  }

  /// The archive's class record.
  var record: PropertyList {
    .dictionary([
      "$classname": .string(name),
      "$classes": .array(chain.map { .string($0) }),
    ])
  }
}
