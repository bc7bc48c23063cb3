import BuiltPrograms
import Foundation
import Testing

/// The catalogs as a whole.
@Suite(.enabled(if: BuiltPrograms.path(of: "momgen") != nil))
struct CatalogueTests {
  @Test("All catalogues are converted into one archive without a warning, by what 'make docs' runs")
  func conversion() throws {
    let sandbox = try Sandbox()
    if try sandbox.run("command -v docc").status != 0 { try Test.cancel("docc is not installed") }
    let modules = try #require(BuiltPrograms.folder).appending(path: "Modules").path
    let outcome = try sandbox.run("sh \"$PACKAGE/.ci/docs\" \"$TMPDIR/docs\" '\(modules)'")
    #expect(outcome.status == 0, "\(outcome.output)")
    let pages = try sandbox.run(
      """
      cd "$TMPDIR/docs/data"
      ls documentation.json documentation/momgen/validate.json documentation/leagueweb.json \\
        documentation/coredata/{movingtolinux,writingstores,reliability,severalservers}.json \\
        documentation/coredata/nsmanagedobjectcontext/save\\(\\).json documentation/coredata/nspersistentcontainer.json \\
        tutorials/coredata/gettingstarted.json
      """
    )
    #expect(pages.status == 0, "\(pages.output)")
    // Each link of the index is the address of a page, wherever the folder is served: a page looks for its data by its
    // address, and finds none behind "index.html".
    let links = try sandbox.run(
      """
      cd "$TMPDIR/docs"
      sed -n 's/.*href="\\([^"#:]*\\)".*/\\1/p' index.html | tee links | while read -r link; do
        test -f "${link}index.html" && test -f "data/${link%/}.json" || echo "$link is missing"
      done
      for page in "$PACKAGE"/Sources/*/{momgen,CoreData}/Documentation.docc/{,Verbs/}*.md; do
        [ -e "$page" ] || continue
        name=$(basename "$page" .md | tr 'A-Z' 'a-z')
        grep -q "/$name/$" links || echo "the index does not list $page"
      done
      """
    )
    #expect(links.status == 0 && links.output.isEmpty, "\(links.output)")
  }

  @Test("The picture of the sample model is current wherever it is shown")
  func picture() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      momgen diagram Models/League.xcdatamodeld --output League.svg
      for module in momgen CoreData; do
        cmp League.svg "$PACKAGE"/Sources/*/$module/Documentation.docc/Resources/League.svg
      done
      """
    )
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
