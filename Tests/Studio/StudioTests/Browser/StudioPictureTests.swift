import Foundation
import Studio
import Testing
import WebBrowser

/// Makes the pictures of the documentation: `make pictures`.
@Suite(
  .browser,
  .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["STUDIO_PICTURES"] != nil)
) struct StudioPictureTests {
  /// The pictures: a name, a page, how wide and high, and whether dark.
  static let pictures: [(name: String, path: String, width: Int, height: Int, isDark: Bool)] = [
    ("studio-entity", "entity/Player", 900, 640, false),
    ("studio-diagram", "diagram", 900, 560, true),
    ("studio-store", "store", 900, 640, true),
    ("studio-table", "store/entity/Player?where=number%20%3C%2040&order=name", 900, 640, false),
  ]

  @Test func theDocumentationHasPictures() async throws {
    let folder = try #require(ProcessInfo.processInfo.environment["STUDIO_PICTURES"])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let store = try StudioStore()
    let window = try await #require(Browser.current).window()
    for picture in Self.pictures {
      try await window.setScreen(
        width: picture.width,
        height: picture.height,
        isDark: picture.isDark
      )
      try await window.open(store.studio.address + picture.path)
      try await window.wait(for: "document.querySelector('#live').textContent !== ''")
      // The folder and the identifier of this run do not belong into the documentation.
      _ = try await window.run(
        """
        document.querySelectorAll("dd").forEach((part) => {
          if (part.textContent.endsWith("Club.sqlite")) part.textContent = "Club.sqlite";
          if (/^[0-9A-F-]{36}$/.test(part.textContent)) part.textContent = "…";
        })
        """
      )
      let data = try await window.picture()
      #expect(data.count < 150_000)
      let url = URL(fileURLWithPath: folder).appendingPathComponent("\(picture.name).png")
      try data.write(to: url, options: .atomic)
    }
    try await window.close()
    await store.stop()
  }
}
