import Testing

@testable import momgen

struct HashVerbTests {
  @Test(arguments: SampleModel.names)
  func hashGolden(name: String) throws {
    let run = Run("hash", "--all-versions", SampleModel.path(name))
    #expect(run.exitCode == 0)
    try Golden.expect(run.output, equals: "hash/\(name).txt")
  }

  @Test func doubtsAreNotes() {
    let run = Run("hash", SampleModel.path("Everything"))
    #expect(run.errorOutput.contains("note: the version hash of 'Document' is not certain: "))
    #expect(Run("hash", SampleModel.path("League")).errorOutput.isEmpty)
  }

  @Test func asJSONGolden() throws {
    try Golden.expect(
      Run("hash", "--format", "json", SampleModel.path("League")).output,
      equals: "hash/League.json"
    )
  }
}
