import WebPages

/// The color of a uniform, if it is one in CSS.
struct TeamColor: Hashable {
  /// The name of the color in CSS.
  let name: String

  /// Parses the name of a color, in any spelling (`Dark Blue`), or its number (`#1c39bb`).
  init?(_ text: String) {
    let word = text.lowercased().filter { !$0.isWhitespace && $0 != "-" }
    let isNumber =
      word.first == "#" && [4, 7].contains(word.utf8.count)
      && word.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
    guard isNumber || Self.names.contains(word[...]) else { return nil }
    name = word
  }

  /// A small shirt of the color, beside its name.
  static func swatch(_ text: String) -> HTML {
    let color = TeamColor(text)
    return element(
      "svg",
      color == nil ? .class("swatch unknown") : .class("swatch"),
      .plain("viewBox", "0 0 24 24"),
      .plain("aria-hidden", "true"),
      .plain("focusable", "false")
    ) {
      element(
        "path",
        // An attribute instead of a style: the content security policy allows only the style sheet.
        .plain("fill", color?.name ?? "none"),
        .plain("d", "M8 3 2 6.5 4 11l2.5-1v11h11V10l2.5 1 2-4.5L16 3a4 4 0 0 1-8 0z")
      )
    }
  }

  /// The colors that the form proposes.
  static let suggestions = [
    "Black", "Blue", "Crimson", "Dark Green", "Gold", "Maroon", "Navy", "Orange", "Purple", "Red",
    "Royal Blue", "Silver", "Sky Blue", "Teal", "White", "Yellow",
  ]

  /// The names of colors in CSS.
  private static let names = Set(
    """
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown \
    burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan \
    darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid \
    darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet \
    deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro \
    ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki \
    lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow \
    lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray \
    lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine \
    mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen \
    mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace \
    olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred \
    papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue \
    saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey \
    snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow \
    yellowgreen
    """.split(separator: " ")
  )
}
