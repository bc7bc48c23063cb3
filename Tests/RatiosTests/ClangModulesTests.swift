import Foundation
import Ratios
import Testing

@Suite("The modules of C targets") struct ClangModulesTests {
  @Test("All module maps of sources are found, and those that a build has made for C targets")
  func maps() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "clang-modules-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ path: String) throws {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data().write(to: file)
    }
    for path in [
      "Sources/A/CFirst/include/module.modulemap", "Sources/B/CSecond/module.modulemap",
      "Sources/B/CSecond/shim.h", "products/CThird.build/module.modulemap",
      "products/CThird-tool.build/module.modulemap",
      "products/Fourth.build/include/module.modulemap",
    ] {
      try write(path)
    }
    let options = try ClangModules.options(
      package: folder,
      products: folder.appending(path: "products")
    )
    let prefix = "-fmodule-map-file=\(folder.path)/"
    #expect(
      options.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) } == [
        "Sources/A/CFirst/include/module.modulemap", "Sources/B/CSecond/module.modulemap",
        "products/CThird.build/module.modulemap",
      ]
    )
  }
}
