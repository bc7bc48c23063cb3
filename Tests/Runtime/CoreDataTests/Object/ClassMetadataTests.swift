import Testing

@testable import CoreData

@Suite("Class metadata") struct ClassMetadataTests {
  private class Base {
    var number: Int64 = 0
    var flag = false
    func first() -> Int { 1 }
  }

  private final class Derived: Base {
    var text = ""
    override func first() -> Int { 2 }
  }

  /// Tests that the self-test, which patches of classes depend on, finds the known layout.
  @Test func layoutIsKnown() {
    #expect(ClassMetadata.problem == nil)
  }

  @Test func sizesAndSuperclass() {
    let base = ClassMetadata(Base.self)
    let derived = ClassMetadata(Derived.self)
    // An object begins with the isa pointer and its reference counts.
    #expect(base.instanceSize == 16 + 8 + 1)
    #expect(derived.instanceSize == 16 + 16 + MemoryLayout<String>.size)
    #expect(derived.superclass == ClassMetadata.address(of: Base.self))
    #expect(derived.members.count >= base.members.count)
    #expect(!base.members.isEmpty)
  }

  /// The first word of an object is the address of the metadata of its class.
  @Test func addressOfObjects() {
    let object = Derived()
    let word = withExtendedLifetime(object) {
      Unmanaged.passUnretained(object).toOpaque().load(as: UnsafeRawPointer.self)
    }
    #expect(word == ClassMetadata.address(of: Derived.self))
  }
}
