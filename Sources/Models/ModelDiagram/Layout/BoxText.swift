/// The texts in a box as they are drawn, and their positions.
struct BoxText: Sendable {
  /// The word above the name, or nil for a plain entity.
  let stereotype: String?
  let name: String
  let compartments: [Compartment]
  let width: Int
  let height: Int
  let headerHeight: Int

  struct Compartment: Sendable {
    var kind: DiagramCompartment.Kind
    var top: Int
    var rows: [Row]
  }

  struct Row: Sendable {
    var name: String
    var tag: String?
    var type: String
    var count: String?
    var isItalic: Bool
    var mark: DiagramMark?
    /// The middle of the row, from the top of the box.
    var middle: Int
  }

  static let nameSize = 14
  static let rowSize = 12
  static let smallSize = 11
  static let padding = 12
  static let rowHeight = 20
  static let compartmentPadding = 5

  /// The width at which longer texts are cut: one endless name must not make everything else too small to read.
  static let longestName = 350
  static let longestType = 250

  private let headerSlots: Int

  /// Measures a box whose header has room for a number of lines that end there.
  init(_ node: DiagramNode, headerSlots: Int = 1) {
    self.headerSlots = max(headerSlots, 1)
    stereotype = node.kind == .composite ? "composite" : node.isAbstract ? "abstract" : nil
    name = TextMetrics.fitted(
      Self.drawable(node.name),
      size: Self.nameSize,
      isBold: true,
      width: Self.longestName + 100
    )
    headerHeight = max(stereotype == nil ? 32 : 46, self.headerSlots * 16)
    var top = headerHeight
    var compartments: [Compartment] = []
    for compartment in node.compartments {
      var rows: [Row] = []
      for (index, row) in compartment.rows.enumerated() {
        let middle =
          top + Self.compartmentPadding + index * Self.rowHeight + Self.rowHeight / 2
        rows.append(Row(row, kind: compartment.kind, middle: middle))
      }
      compartments.append(Compartment(kind: compartment.kind, top: top, rows: rows))
      top += rows.count * Self.rowHeight + 2 * Self.compartmentPadding
    }
    self.compartments = compartments
    height = compartments.isEmpty ? top : top + 2
    let header = TextMetrics.width(of: name, size: Self.nameSize, isBold: true)
    let widest = compartments.flatMap(\.rows).reduce(max(header, 120)) { max($0, $1.width) }
    // Steps of 16 keep a box as it is when a name in it changes a little.
    width = (widest + 2 * Self.padding + 15) / 16 * 16
  }

  /// The middle of a row from the top of the box, or nil for an unknown row.
  func middle(ofRow row: Int) -> Int? {
    let rows = compartments.flatMap(\.rows)
    return rows.indices.contains(row) ? rows[row].middle : nil
  }

  /// The middle of one of the slots at the header.
  func middle(ofSlot slot: Int) -> Int {
    headerHeight * (2 * slot + 1) / (2 * headerSlots)
  }

  /// The text without control characters and characters that change the direction of writing.
  static func drawable(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x9, 0xA, 0xD: result.append(" ")
      case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: result.append("\u{FFFD}")
      case 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension BoxText.Row {
  init(_ row: DiagramRow, kind: DiagramCompartment.Kind, middle: Int) {
    name = TextMetrics.fitted(
      BoxText.drawable(row.name),
      size: BoxText.rowSize,
      width: BoxText.longestName
    )
    let written = TextMetrics.fitted(
      BoxText.drawable(row.type),
      size: BoxText.rowSize,
      width: BoxText.longestType
    )
    var tags: [String] = []
    if row.isDerived { tags.append("derived") }
    if row.isTransient { tags.append("transient") }
    if kind == .fetchedProperties { tags.append("fetched") }
    tag = tags.isEmpty ? nil : tags.joined(separator: " ")
    type = kind == .attributes && row.isOptional ? "\(written)?" : written
    count = row.multiplicity?.text
    isItalic = row.isDerived || row.isTransient || kind == .fetchedProperties
    mark = row.mark
    self.middle = middle
  }

  /// The least width of the row without the padding at its sides.
  var width: Int {
    let small = [tag, count].compactMap { $0 }.reduce(0) {
      $0 + TextMetrics.width(of: $1, size: BoxText.smallSize) + 6
    }
    return TextMetrics.width(of: name, size: BoxText.rowSize) + 24
      + TextMetrics.width(of: type, size: BoxText.rowSize) + small
  }
}
