import Testing

@testable import momgen

struct VersionsVerbTests {
  @Test func versionsGolden() throws {
    try Golden.expect(
      Run("versions", SampleModel.path("Company")).output,
      equals: "versions/Company.txt"
    )
    try Golden.expect(
      Run("versions", "--format", "json", SampleModel.path("Company")).output,
      equals: "versions/Company.json"
    )
  }

  @Test func anUnreadableVersionIsListed() throws {
    let scratch = try Scratch()
    try scratch.write("<model/>", to: "M.xcdatamodeld/M 10.xcdatamodel/contents")
    try scratch.write("<model/>", to: "M.xcdatamodeld/M 9.xcdatamodel/contents")
    try scratch.write("bplist00", to: "M.xcdatamodeld/M.xcdatamodel/elements")
    try scratch.write(
      "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key>"
        + "<string>M 10.xcdatamodel</string></dict></plist>",
      to: "M.xcdatamodeld/.xccurrentversion"
    )
    let run = Run("versions", scratch.path("M.xcdatamodeld"))
    #expect(run.exitCode == 0)
    #expect(
      run.output == """
          M     the version 'M' is in the binary form of Xcode 3, which cannot be read
          M 9   47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=  0 entities
        * M 10  47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=  0 entities

        """
    )
  }
}
