/// Builds the property list of a keyed archive, object by object.
///
/// Objects have references from the moment they are added, so that references can be cyclic; fields may be set later.
/// Numbers are assigned at the end, in the order in which NSKeyedArchiver visits the objects: an object, the values
/// of its fields, then its class.
package struct KeyedArchiveBuilder {
  /// A reference to an object that was added to a builder.
  package struct Reference: Hashable {
    let index: Int
  }

  /// The value of an object's field.
  package enum Field {
    /// A value stored inline.
    case plain(PropertyList)

    /// Another object.
    case object(Reference)

    /// A back reference, for example to an owner: the object is numbered here, and written where it is owned.
    case back(Reference)

    /// A null reference.
    case null

    /// The objects of a collection.
    case objects([Reference])
  }

  /// An object with its fields, or a plain value.
  struct Node {
    var fields: [(key: String, field: Field)] = []
    var `class`: ArchivedClass?
    var plain: PropertyList?
  }

  private var nodes: [Node] = []
  private var plainReferences: [ExactValue: Reference] = [:]

  package init() {}

  /// Adds an object that has no fields yet.
  package mutating func add(_ class: ArchivedClass) -> Reference {
    nodes.append(Node(class: `class`))
    return Reference(index: nodes.count - 1)
  }

  /// Adds a string, number, Boolean or data; equal values are added once.
  package mutating func add(plain value: PropertyList) -> Reference {
    let key = ExactValue(value)
    if let reference = plainReferences[key] { return reference }
    nodes.append(Node(plain: value))
    let reference = Reference(index: nodes.count - 1)
    plainReferences[key] = reference
    return reference
  }

  package mutating func add(_ text: String) -> Reference {
    add(plain: .string(text))
  }

  /// Sets a field of an object; fields are written in the order in which they are set.
  package mutating func set(_ key: String, of object: Reference, to field: Field) {
    nodes[object.index].fields.append((key, field))
  }

  /// The archive of all objects reachable from a root.
  package func archive(root: Reference) -> PropertyList {
    var numbering = ArchiveNumbering(nodes: nodes)
    numbering.number(root)
    return .dictionary([
      "$version": .integer(100_000),
      "$archiver": .string("NSKeyedArchiver"),
      "$top": .dictionary(["root": .uid(1)]),
      "$objects": .array(numbering.objects),
    ])
  }
}
