import ManagedModel
import Testing

@testable import ModelDiagram

struct DiagramModelTests {
  private func diagram(_ model: Model) -> DiagramModel {
    DiagramModel(ResolvedModel(model), title: "")
  }

  /// The edges as text: `Team.players 1 — 0..* Player.team`.
  private func edges(_ model: Model) -> [String] {
    let diagram = diagram(model)
    func end(_ end: DiagramEnd) -> String {
      let box = diagram.boxes[end.box]
      return box.name + (end.row.map { ".\(box.rows[$0].name)" } ?? "")
    }
    return diagram.edges.map { edge in
      let (tail, head) = (edge.tail.multiplicity?.text ?? "", edge.head.multiplicity?.text ?? "")
      return "\(edge.kind): \(end(edge.tail)) \(tail) — \(head) \(end(edge.head))"
    }
  }

  @Test func aPairOfInversesIsOneEdge() {
    #expect(edges(SampleModels.league) == ["relationship: Player.team 0..* — 1 Team.players"])
  }

  @Test func everyKindOfEdge() {
    #expect(
      edges(SampleModels.zoo) == [
        "inheritance: Animal  —  Bear",
        "inheritance: Animal  —  Lynx",
        "relationship: Animal.enclosure 0..* ordered — 0..1 Enclosure.animals",
        "relationship: Animal.friends 0..* — 0..* Animal",
        "relationship: Animal.mother 0..* — 0..1 Animal.young",
        "relationship: Keeper.favourites  — 0..* ordered Animal",
        "relationship: Keeper.first  — 1 Animal",
        "composite: Keeper.home  —  Address",
      ]
    )
  }

  @Test func anInverseThatDoesNotAgreeMakesNoPair() {
    let model = Model(entities: [
      Entity(
        name: "A",
        properties: [
          SampleModels.relationship("b", to: "B", inverse: "a"),
          SampleModels.relationship("other", to: "B", inverse: "a"),
        ]
      ),
      Entity(name: "B", properties: [SampleModels.relationship("a", to: "A", inverse: "b")]),
    ])
    #expect(
      edges(model) == ["relationship: A.b 1 — 1 B.a", "relationship: A.other  — 1 B"]
    )
  }

  @Test func anInverseMayBeDeclaredByAParent() {
    let model = Model(entities: [
      Entity(name: "Child", parentName: "Parent"),
      Entity(name: "Parent", properties: [SampleModels.relationship("a", to: "A", inverse: "c")]),
      Entity(name: "A", properties: [SampleModels.relationship("c", to: "Child", inverse: "a")]),
    ])
    #expect(
      edges(model) == ["inheritance: Parent  —  Child", "relationship: A.c 1 — 1 Parent.a"]
    )
  }

  @Test(
    arguments: [
      (false, false, nil, nil, "1"), (false, true, nil, nil, "0..1"),
      (true, true, nil, nil, "0..*"),
      (true, false, nil, nil, "0..*"), (true, false, 1, nil, "1..*"),
      (true, true, 1, nil, "0..*"), (true, false, 2, 5, "2..5"), (true, true, 2, 5, "0..5"),
      (true, false, 3, 3, "3"), (true, false, 2, 0, "2..*"), (true, false, nil, 4, "0..4"),
    ] as [(Bool, Bool, Int?, Int?, String)]
  )
  func multiplicities(
    isToMany: Bool,
    isOptional: Bool,
    least: Int?,
    greatest: Int?,
    text: String
  ) {
    var relationship = Relationship(name: "r", isToMany: isToMany, isOptional: isOptional)
    if let least { relationship.minimumCount = least }
    if let greatest { relationship.maximumCount = greatest }
    #expect(Multiplicity(relationship).text == text)
    relationship.isOrdered = true
    #expect(Multiplicity(relationship).text == (isToMany ? "\(text) ordered" : text))
  }

  @Test func boxesAreInTheOrderOfTheirNames() {
    let model = Model(
      entities: ["b", "B", "é", "a", "Z"].map { Entity(name: $0) },
      composites: [Composite(name: "A")]
    )
    #expect(diagram(model).boxes.map(\.name) == ["B", "Z", "a", "b", "é", "A"])
  }

  @Test func twoEntitiesOfOneNameAreTwoBoxes() {
    let model = Model(entities: [
      Entity(name: "A", properties: [SampleModels.relationship("a", to: "A")]), Entity(name: "A"),
    ])
    #expect(diagram(model).boxes.count == 2)
    #expect(edges(model) == ["relationship: A.a  — 1 A"])
  }
}
