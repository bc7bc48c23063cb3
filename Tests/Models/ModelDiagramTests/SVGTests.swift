import Foundation
import ManagedModel
import Testing

@testable import ModelDiagram

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct SVGTests {
  private func svg(
    _ model: Model,
    title: String = "Model",
    appearance: SVGAppearance = .automatic
  ) -> String {
    DiagramWriter(format: .svg, appearance: appearance)
      .text(of: ResolvedModel(model), title: title)
  }

  @Test(arguments: SampleModels.hostileNames)
  func anyTitleIsWellFormed(title: String) throws {
    let document = try SVGDocument(svg(SampleModels.league, title: title))
    #expect(document.texts(of: "title") == [BoxText.drawable(title)])
  }

  @Test func hostileNamesStayText() throws {
    let document = try SVGDocument(svg(SampleModels.hostile))
    #expect(
      Set(document.elementNames)
        == ["svg", "title", "desc", "style", "rect", "path", "circle", "g", "text", "tspan"]
    )
    let texts = Set(document.texts(of: "text"))
    for name in SampleModels.hostileNames {
      #expect(texts.contains(BoxText.drawable(name)), "\(name)")
    }
    let description = document.texts(of: "desc").joined()
    #expect(description.contains("Entity \(SampleModels.hostileNames[1])"))
  }

  @Test func endlessNamesAreCut() throws {
    let name = String(repeating: "W", count: 3000)
    let model = Model(entities: [
      Entity(name: name, properties: [SampleModels.attribute(name)])
    ])
    let layout = DiagramLayout(DiagramModel(ResolvedModel(model), title: ""))
    #expect(layout.size.width < 900)
    let texts = try SVGDocument(svg(model)).texts(of: "text")
    #expect(texts.count { $0.hasSuffix("W…") } == 2)
  }

  @Test func nothingIsLoadedOrRun() {
    let text = svg(SampleModels.zoo)
    for word in ["<script", "href", "url(", "@import", "@font-face", "<image", "onload"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(text.components(separatedBy: "http").count == 2, "the namespace alone")
  }

  @Test func appearanceDecidesOnColourSchemes() {
    let (light, dark) = (SVGPalette.light[.page], SVGPalette.dark[.page])
    let automatic = svg(SampleModels.league)
    #expect(automatic.contains("@media (prefers-color-scheme: dark)"))
    #expect(automatic.contains(light) && automatic.contains(dark))
    let onlyLight = svg(SampleModels.league, appearance: .light)
    #expect(!onlyLight.contains("@media") && onlyLight.contains(light))
    #expect(!onlyLight.contains(dark))
    let onlyDark = svg(SampleModels.league, appearance: .dark)
    #expect(!onlyDark.contains("@media") && onlyDark.contains(dark))
  }

  @Test func anEmptyModelIsReported() throws {
    let document = try SVGDocument(svg(Model()))
    #expect(document.texts(of: "text") == ["No entities"])
    #expect(
      document.texts(of: "desc").joined().contains("diagram of 0 entities and 0 relationships.")
    )
  }

  @Test func theTextAlternativeIsComplete() {
    let lines = DiagramDescription(
      DiagramModel(ResolvedModel(SampleModels.zoo), title: "")
    ).lines()
    #expect(
      lines == [
        "Entity–relationship diagram of 5 entities, 1 composite and 5 relationships.",
        "Abstract entity Animal. Attributes: color ([String], optional); "
          + "keeperCount (Integer 64, optional, derived, transient). "
          + "Relationships: enclosure to one or no Enclosure; friends to any number of Animal; "
          + "mother to one or no Animal; young to any number of Animal.",
        "Entity Bear, child of Animal. Attributes: weight (Double).",
        "Entity Enclosure. Attributes: area (Decimal). "
          + "Relationships: animals to any number of Animal, ordered. "
          + "Fetched properties: hungry of Animal.",
        "Entity Keeper. Attributes: name (String); home (Address, optional). "
          + "Relationships: favourites to any number of Animal, ordered; "
          + "first to exactly one Animal; nowhere to exactly one Missing.",
        "Entity Lynx, child of Animal.",
        "Composite Address. Attributes: street (String).",
      ]
    )
  }
}

/// An SVG as its elements and their texts.
private final class SVGDocument: NSObject, XMLParserDelegate {
  private(set) var elementNames: [String] = []
  private var contents: [(name: String, text: String)] = []
  private var open: [Int] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else {
      throw NotWellFormed(line: parser.lineNumber, message: "\(parser.parserError as Any)")
    }
  }

  struct NotWellFormed: Error {
    var line: Int
    var message: String
  }

  func texts(of element: String) -> [String] {
    contents.filter { $0.name == element }.map(\.text)
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    elementNames.append(name)
    open.append(contents.count)
    contents.append((name, ""))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    for index in open { contents[index].text += text }
  }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    open.removeLast()
  }
}
