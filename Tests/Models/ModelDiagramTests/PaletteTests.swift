import Testing

@testable import ModelDiagram

/// The contrasts required by the guidelines for accessible content.
struct PaletteTests {
  private static let palettes = [SVGPalette.light, .dark]

  private func luminance(_ color: UInt32) -> Double {
    let channels = [16, 8, 0].map { shift -> Double in
      let part = Double((color >> UInt32(shift)) & 0xFF) / 255
      return part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055)
    }
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }

  /// The number to the power of 2.4, by Newton's method for the fifth root of its twelfth power.
  private func power(_ base: Double) -> Double {
    var twelfth = 1.0
    for _ in 0..<12 { twelfth *= base }
    var root = 1.0
    for _ in 0..<200 {
      root -= (root * root * root * root * root - twelfth) / (5 * root * root * root * root)
    }
    return root
  }

  private func contrast(_ palette: SVGPalette, _ first: SVGPalette.Role, _ second: SVGPalette.Role)
    -> Double
  {
    let values = [first, second].map { luminance(palette.value(of: $0)) }.sorted()
    return (values[1] + 0.05) / (values[0] + 0.05)
  }

  @Test func theFormulaIsRight() {
    let palette = SVGPalette.light
    #expect(abs(contrast(palette, .box, .box) - 1) < 0.001)
    #expect(abs((luminance(0xFFFFFF) + 0.05) / (luminance(0) + 0.05) - 21) < 0.01)
    #expect(abs((luminance(0xFFFFFF) + 0.05) / (luminance(0x767676) + 0.05) - 4.54) < 0.01)
  }

  @Test(arguments: palettes.indices)
  func textIsReadable(index: Int) {
    let palette = Self.palettes[index]
    let grounds: [SVGPalette.Role] = [
      .page, .box, .entityHeader, .abstractHeader, .compositeHeader,
    ]
    for ground in grounds {
      #expect(contrast(palette, .text, ground) >= 7, "\(ground)")
      #expect(contrast(palette, .secondaryText, ground) >= 4.5, "\(ground)")
    }
  }

  @Test("Text on marked rows is readable", arguments: palettes.indices)
  func marksAreReadable(index: Int) {
    let palette = Self.palettes[index]
    for mark in DiagramMark.allCases {
      let ground = luminance(palette.groundValue(of: mark))
      for role in [SVGPalette.Role.text, .secondaryText] {
        let values = [ground, luminance(palette.value(of: role))].sorted()
        #expect((values[1] + 0.05) / (values[0] + 0.05) >= 4.5, "\(mark), \(role)")
      }
    }
  }

  @Test(arguments: palettes.indices)
  func linesAreVisible(index: Int) {
    let palette = Self.palettes[index]
    for line in [SVGPalette.Role.relationship, .inheritance, .composite] {
      #expect(contrast(palette, line, .page) >= 4.5, "\(line)")
    }
    #expect(contrast(palette, .border, .page) >= 3)
    #expect(contrast(palette, .border, .box) >= 3)
  }

  @Test func coloursAreWrittenWithAllDigits() {
    #expect(SVGPalette.light[.box] == "#ffffff")
    #expect(SVGPalette.dark[.page] == "#14181f")
  }
}
