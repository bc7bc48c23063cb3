import ManagedModel
import Testing

@Suite("Composites in version hashes") struct CompositeHashTests {
  private func member(_ name: String, _ type: AttributeType, of composite: String? = nil)
    -> Attribute
  {
    var attribute = Attribute(name: name, type: type)
    attribute.compositeName = composite
    return attribute
  }

  private func hash(_ composites: [Composite], named name: String = "Address") -> [UInt8]? {
    let attribute = member("address", .composite, of: name)
    let entity = Entity(name: "Person", properties: [.attribute(attribute)])
    let model = Model(entities: [entity], composites: composites)
    return VersionHashes(ResolvedModel(model))["Person"]?.bytes
  }

  private func address(_ members: Attribute...) -> [Composite] {
    [Composite(name: "Address", attributes: members)]
  }

  @Test("Members that come, go or change give another hash, their order and the name do not")
  func members() throws {
    let city = member("city", .string)
    let number = member("number", .integer32)
    var transient = member("draft", .string)
    transient.isTransient = true
    let whole = try #require(hash(address(city, number)))
    let others = [
      address(city), address(), address(city, member("number", .string)),
      address(city, member("house", .integer32)),
      address(city, number, member("zip", .string)),
    ]
    #expect(Set(others.compactMap { hash($0) }).subtracting([whole]).count == others.count)
    #expect(hash(address(number, city)) == whole)
    #expect(hash(address(city, number, transient)) == whole)
    #expect(hash([Composite(name: "Home", attributes: [city, number])], named: "Home") == whole)
  }

  @Test("Members of a composite count at any depth")
  func nested() throws {
    func composites(_ depth: Int, _ type: AttributeType) -> [Composite] {
      (0..<depth).map { level in
        let inner = member("inner", .composite, of: "\(level + 1)")
        return Composite(name: level == 0 ? "Address" : "\(level)", attributes: [inner, inner])
      } + [Composite(name: "\(depth)", attributes: [member("leaf", type)])]
    }
    let whole = try #require(hash(composites(5_000, .string)))
    #expect(hash(composites(5_000, .date)) != whole)
    #expect(hash(composites(5_000, .string)) == whole)
  }

  @Test("Composites that contain themselves, and names of none, are left out")
  func cycles() throws {
    let own = address(member("again", .composite, of: "Address"))
    #expect(hash(own) == hash([], named: "Nowhere"))
    let pair = [
      Composite(name: "Address", attributes: [member("other", .composite, of: "Other")]),
      Composite(name: "Other", attributes: [member("back", .composite, of: "Address")]),
    ]
    #expect(hash(pair) == hash([], named: "Nowhere"))
  }
}
