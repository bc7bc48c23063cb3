import BuiltPrograms
import Testing

/// The catalogues as a whole.
@Suite(.enabled(if: BuiltPrograms.path(of: "momgen") != nil))
struct CatalogueTests {
  @Test("All catalogues are converted without a warning, by what 'make docs' runs")
  func conversion() throws {
    let sandbox = try Sandbox()
    guard try sandbox.run("command -v docc").status == 0 else {
      print("skipped: docc is not installed")
      return
    }
    let outcome = try sandbox.run("sh \"$PACKAGE/.ci/docs\" \"$TMPDIR/docs\"")
    #expect(outcome.status == 0, "\(outcome.output)")
    let pages = try sandbox.run(
      """
      cd "$TMPDIR/docs"
      ls momgen/data/documentation/momgen/validate.json LeagueWeb/data/documentation/leagueweb.json \\
        CoreData/data/documentation/coredata/{movingtolinux,writingstores,reliability,severalservers}.json \\
        CoreData/data/tutorials/coredata/gettingstarted.json
      """
    )
    #expect(pages.status == 0, "\(pages.output)")
  }

  @Test("The picture of the sample model is that of today, wherever it is shown")
  func picture() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      momgen diagram Models/League.xcdatamodeld --output League.svg
      for module in momgen CoreData; do
        cmp League.svg "$PACKAGE/Sources/$module/Documentation.docc/Resources/League.svg"
      done
      """
    )
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
