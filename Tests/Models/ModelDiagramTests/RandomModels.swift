import ManagedModel

/// Pseudorandom numbers: the same for the same seed.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) {
    state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &self) == 0 }
}

/// Random models of any size with everything that a diagram has to handle.
struct RandomModels {
  private var numbers: SeededNumbers

  init(seed: Int) {
    numbers = SeededNumbers(seed: seed)
  }

  mutating func model(entities count: Int) -> Model {
    var entities: [Entity] = (0..<count).map { index in
      let length = Int.random(in: 0...14, using: &numbers)
      return Entity(
        name: "E\(index)" + String(repeating: "n", count: length),
        isAbstract: numbers.chance(8),
        properties: (0..<Int.random(in: 0...8, using: &numbers)).map {
          SampleModels.attribute(
            "attribute\($0)",
            .allCases.randomElement(using: &numbers) ?? .string
          )
        }
      )
    }
    for index in entities.indices.dropFirst() where numbers.chance(5) {
      entities[index].parentName = entities[Int.random(in: 0..<index, using: &numbers)].name
    }
    let pairs = count * Int.random(in: 0...5, using: &numbers) / 3
    for pair in 0..<pairs {
      let from = Int.random(in: 0..<count, using: &numbers)
      let to = numbers.chance(3) ? from / 2 : Int.random(in: 0..<count, using: &numbers)
      let isPaired = !numbers.chance(4)
      let (there, back) = ("there\(pair)", "back\(pair)")
      entities[from].properties.append(
        relationship(there, to: entities[to].name, inverse: isPaired ? back : nil)
      )
      if isPaired {
        entities[to].properties.append(
          relationship(back, to: entities[from].name, inverse: there)
        )
      }
    }
    return Model(entities: entities)
  }

  /// Positions as careless as those in old files.
  mutating func diagram(of model: Model) -> [DiagramBox] {
    let extent = 60 + 60 * model.entities.count
    return model.entities.compactMap { entity in
      guard !numbers.chance(6) else { return nil }
      return DiagramBox(
        name: entity.name,
        positionX: "\(Int.random(in: -extent...extent, using: &numbers))",
        positionY: "\(Double(Int.random(in: -extent...extent, using: &numbers)) / 2)",
        width: numbers.chance(4) ? "0" : "128",
        height: "90"
      )
    }
  }

  private mutating func relationship(
    _ name: String,
    to destination: String,
    inverse: String?
  ) -> Property {
    let isToMany = numbers.chance(2)
    return SampleModels.relationship(
      name,
      to: destination,
      many: isToMany,
      optional: numbers.chance(2),
      ordered: isToMany && numbers.chance(4),
      inverse: inverse
    )
  }
}
