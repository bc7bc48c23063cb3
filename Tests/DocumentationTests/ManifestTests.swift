import Testing

/// The parts of `Package.swift` that dependent packages rely on.
@Suite("The manifest") struct ManifestTests {
  @Test(
    "Only a copy that the package manager has checked out is compiled as whole modules",
    arguments: [("app/.build/checkouts/OpenCoreData", true), ("app/Packages/OpenCoreData", false)]
  )
  func wholeModules(folder: String, isWhole: Bool) throws {
    let outcome = try Sandbox().run(
      """
      mkdir -p \(folder)
      cp "$PACKAGE/Package.swift" \(folder)
      swift package --package-path \(folder) --disable-sandbox dump-package > manifest.json
      grep -c '"-wmo"' manifest.json || true
      """
    )
    #expect(outcome.status == 0, "\(outcome.output)")
    let count = try #require(Int(outcome.output.split(separator: "\n").last ?? ""))
    #expect((count > 0) == isWhole, "\(count)")
  }

  @Test("The debug information of a checked out copy has lines and no variables")
  func lines() throws {
    let copy = "app/.build/checkouts/OpenCoreData"
    let outcome = try Sandbox().run(
      """
      mkdir -p \(copy)/Sources/Basics
      cp "$PACKAGE/Package.swift" \(copy)
      cp -R "$PACKAGE/Sources/Basics/Digests" \(copy)/Sources/Basics
      OPENCOREDATA_TARGETS=Digests swift build --package-path \(copy) --disable-sandbox --scratch-path build
      readelf --debug-dump=decodedline build/debug/Digests.build/*.o > lines
      grep -q 'SHA256.swift' lines
      readelf --debug-dump=info build/debug/Digests.build/*.o > information
      grep -cE 'DW_TAG_(variable|formal_parameter)' information || true
      """
    )
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.hasSuffix("\n0\n"), "\(outcome.output)")
  }
}
