/// The marks at the ends of lines, as SVG elements.
///
/// Cardinalities are in the crow's foot notation: a foot for many and a bar for one, and outside of it a
/// ring for "or none" and a bar for "at least one". A filled foot means ordered.
struct SVGMarks {
  /// The point at which the line touches the box.
  let tip: Point
  /// 1 if the line leaves to the right, -1 if to the left.
  let direction: Int
  /// 1 if the line leaves downwards, -1 if upwards, 0 if to a side: only parents have vertical lines.
  let upright: Int

  init(tip: Point, next: Point) {
    self.tip = tip
    direction = next.x < tip.x ? -1 : 1
    upright = next.x == tip.x ? (next.y - tip.y).signum() : 0
  }

  /// The distance from the box at which the line itself begins where a parent's triangle stands.
  static let triangleLength = 13

  func elements(for multiplicity: Multiplicity) -> [String] {
    let line = SVGPalette.Role.relationship.rawValue
    var outer: Int
    var elements: [String] = []
    if multiplicity.isToMany {
      let style = multiplicity.isOrdered ? "mark full" : line
      elements.append(
        "<path class=\"\(style) \(line)-mark\" d=\"\(foot(closed: multiplicity.isOrdered))\"/>"
      )
      outer = 14
    } else {
      elements.append("<path class=\"\(line)\" d=\"\(bar(at: 8))\"/>")
      outer = 8
    }
    if multiplicity.isOptional {
      outer += 5
      elements.append(
        "<circle class=\"mark \(line)-mark\" cx=\"\(x(outer))\" cy=\"\(tip.y)\" r=\"4\"/>"
      )
    } else {
      outer += multiplicity.isToMany ? 3 : 5
      elements.append("<path class=\"\(line)\" d=\"\(bar(at: outer))\"/>")
    }
    return elements
  }

  /// The hollow triangle at a parent.
  func triangle() -> String {
    guard upright == 0 else {
      let base = tip.y + upright * Self.triangleLength
      return "<path class=\"mark parent-mark\" "
        + "d=\"M\(tip.x) \(tip.y)L\(tip.x - 7) \(base)H\(tip.x + 7)Z\"/>"
    }
    let base = x(Self.triangleLength)
    return "<path class=\"mark parent-mark\" "
      + "d=\"M\(tip.x) \(tip.y)L\(base) \(tip.y - 7)V\(tip.y + 7)Z\"/>"
  }

  /// The open arrow at a composite.
  func arrow() -> String {
    "<path class=\"mark open use-mark\" "
      + "d=\"M\(x(9)) \(tip.y - 5)L\(tip.x) \(tip.y)L\(x(9)) \(tip.y + 5)\"/>"
  }

  private func x(_ distance: Int) -> Int { tip.x + direction * distance }

  private func foot(closed: Bool) -> String {
    "M\(tip.x) \(tip.y - 6)L\(x(14)) \(tip.y)L\(tip.x) \(tip.y + 6)\(closed ? "Z" : "")"
  }

  private func bar(at distance: Int) -> String {
    "M\(x(distance)) \(tip.y - 6)V\(tip.y + 6)"
  }
}
