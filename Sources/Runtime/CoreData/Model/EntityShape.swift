import Foundation
import ObjectRows

/// An entity of a model in use, prepared for objects: its properties with their numbers and metadata.
///
/// Objects store their values by these numbers. The properties of the root ancestor come first, those that one entity
/// declares are in the order of the code points of their names, and a redeclared property has the number of the
/// inherited one. So a property has the same number in all subentities of the entity that declares it.
///
/// A shape is immutable. It retains its entity, and its entity retains it: objects can outlive their context and
/// their model, and still have their entity. A model that was used is thus never freed.
final class EntityShape: @unchecked Sendable {
  /// The entity of the shape.
  let entity: NSEntityDescription
  let name: String

  /// The position of the entity among all of the model, by the code points of their names: 1, 2, ….
  let number: Int
  let isAbstract: Bool

  /// The entity for the IDs of objects that were never saved.
  let temporaryOrigin: IDOrigin

  /// The shape of the superentity.
  let parent: EntityShape?

  /// All properties by their numbers.
  let properties: [NSPropertyDescription]

  /// The properties, by the same numbers.
  @exclusivity(unchecked) private(set) var slots: [PropertyShape] = []
  let indexByName: [String: Int]

  /// The numbers of the stored attributes, including composites and derived attributes.
  let persistentAttributes: [Int]

  /// The numbers of all relationships.
  let relationships: [Int]

  /// The slot of each relationship and fetched property among the related objects of a row, by number.
  @exclusivity(unchecked) private(set) var relatedSlots: [Int?] = []

  /// The layout of rows, by number.
  ///
  /// It is set once by `connect(slots:subshapes:)`, before the model is in use and the shape is visible to another
  /// thread. So reading it needs no lock and no check for exclusive access, and every row of the entity has it.
  @exclusivity(unchecked) private(set) var rowLayout = RowLayout.of([])

  private var children: [Child] = []

  private struct Child {
    // Shapes are immortal.
    unowned(unsafe) let shape: EntityShape
  }

  init(
    of entity: NSEntityDescription,
    number: Int,
    parent: EntityShape?,
    properties: [NSPropertyDescription]
  ) {
    self.entity = entity
    temporaryOrigin = IDOrigin(of: entity)
    self.number = number
    self.parent = parent
    self.properties = properties
    name = entity.name ?? ""
    isAbstract = entity.isAbstract
    indexByName = Dictionary(
      properties.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { _, last in last }
    )
    persistentAttributes = properties.indices.filter {
      properties[$0] is NSAttributeDescription && !properties[$0].isTransient
    }
    relationships = properties.indices.filter { properties[$0] is NSRelationshipDescription }
  }

  /// The class and rows of the entity's objects in this program; computed at the first use.
  var binding: EntityBinding { lazyBinding.value { EntityBinding(self) } }

  /// The binding, which the shape retains.
  var unretainedBinding: Unmanaged<EntityBinding> {
    lazyBinding.unretainedValue { EntityBinding(self) }
  }
  private let lazyBinding = LazyReference<EntityBinding>()

  /// The rules of the model for the entity's objects; computed at the first use.
  var rules: EntityRules { lazyRules.value { EntityRules(self) } }

  /// The rules, which the shape retains.
  var unretainedRules: Unmanaged<EntityRules> {
    lazyRules.unretainedValue { EntityRules(self) }
  }
  private let lazyRules = LazyReference<EntityRules>()

  /// Sets the parts that depend on the shapes of all entities.
  func connect(slots: [PropertyShape], subshapes: [EntityShape]) {
    self.slots = slots
    var count = 0
    relatedSlots = slots.map { slot in
      guard slot.kind.isRelated else { return nil }
      defer { count += 1 }
      return count
    }
    rowLayout = RowLayout.of(slots.map(\.kind.fieldKind))
    children = subshapes.map(Child.init)
  }

  /// The shapes of the direct subentities, by the code points of their names.
  var subshapes: [EntityShape] { children.map(\.shape) }

  /// The entity itself and all its descendants.
  var subtree: [EntityShape] {
    lazySubtree.unretainedValue { Subtree(of: self) }._withUnsafeGuaranteedRef(\.shapes)
  }
  private let lazySubtree = LazyReference<Subtree>()

  private final class Subtree {
    let shapes: [EntityShape]

    init(of shape: EntityShape) { shapes = [shape] + shape.subshapes.flatMap(\.subtree) }
  }

  /// The shape of the root of the tree of entities.
  var root: EntityShape {
    var shape = self
    while let parent = shape.parent { shape = parent }
    return shape
  }

  /// The number of the property with a name.
  func index(of name: String) -> Int? { indexByName[name] }

  /// Whether the entity equals that of another shape or inherits from it.
  func isKind(of other: EntityShape) -> Bool {
    var next: EntityShape? = self
    while let shape = next {
      if shape === other { return true }
      next = shape.parent
    }
    return false
  }
}
