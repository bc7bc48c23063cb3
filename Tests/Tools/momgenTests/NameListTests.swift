import Testing

@testable import CodeGeneration
@testable import ModelReview

/// What lint warns of is what the generator has to work around.
struct NameListTests {
  @Test func lintAndTheGeneratorAgreeAboutNames() {
    #expect(ManagedObjectMembers.all == InheritedMembers.all)
    #expect(ReservedSwiftWords.all == SwiftKeywords.reserved)
  }
}
