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
}
