/// The contents of a diagram without their positions.
package struct DiagramModel: Sendable, Hashable {
  package var title: String

  /// The boxes in the order of their names.
  package var boxes: [DiagramNode]

  /// The edges in the order of the boxes and rows that they begin at.
  package var edges: [DiagramEdge]

  /// Whether anything is marked.
  var hasMarks: Bool {
    boxes.contains { $0.mark != nil || $0.rows.contains { $0.mark != nil } }
  }
}

/// A box: an entity or a composite.
package struct DiagramNode: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case entity
    case composite
  }

  package var name: String
  package var kind: Kind
  package var isAbstract: Bool

  /// The difference of the box from an earlier version.
  package var mark: DiagramMark?

  /// The parts of the box below its name; none is empty.
  package var compartments: [DiagramCompartment]

  /// The rows of all compartments, top down.
  ///
  /// Edges refer to a row by its index in this list.
  package var rows: [DiagramRow] { compartments.flatMap(\.rows) }
}

/// Rows of one kind.
package struct DiagramCompartment: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case attributes
    case relationships
    case fetchedProperties
  }

  package var kind: Kind
  package var rows: [DiagramRow]
}

/// A property in a box.
package struct DiagramRow: Sendable, Hashable {
  package var name: String

  /// The type of an attribute, or the destination of a relationship.
  package var type: String
  package var isOptional: Bool
  package var isDerived = false
  package var isTransient = false

  /// The difference of the row from an earlier version.
  package var mark: DiagramMark?

  /// The number of objects that a relationship leads to; nil for anything else.
  package var multiplicity: Multiplicity?
}

/// A line between two boxes.
package struct DiagramEdge: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A relationship together with its inverse, or a relationship that has none.
    case relationship
    /// From the parent to the child.
    case inheritance
    /// From an attribute to the composite that is its type.
    case composite
  }

  package var kind: Kind
  package var tail: DiagramEnd
  package var head: DiagramEnd

  /// Whether both ends are in one box.
  package var isLoop: Bool { tail.box == head.box }
}

/// An end of an edge.
package struct DiagramEnd: Sendable, Hashable {
  /// The index of the box.
  package var box: Int

  /// The index of the row that the edge begins at, or nil for the box as a whole.
  package var row: Int?

  /// The number of objects of this box that the relationship at the other end leads to; nil where no
  /// relationship leads here.
  package var multiplicity: Multiplicity?
}

/// The difference of a part of a diagram from an earlier version of the model.
package enum DiagramMark: String, Sendable, Hashable, CaseIterable {
  case added
  case removed
  case changed

  /// A character that distinguishes the marks without color.
  package var sign: String {
    switch self {
    case .added: "+"
    case .removed: "−"
    case .changed: "~"
    }
  }
}
