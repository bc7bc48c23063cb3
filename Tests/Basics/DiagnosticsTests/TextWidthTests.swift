import Diagnostics
import Testing

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｱ", 1), ("Ａ", 2),
    ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2),
    ("❤️", 2), ("❤", 1), ("…", 1), ("─", 1), ("क्षि", 3), ("\u{200D}", 0), ("\u{7F}", 0), ("\n", 0),
    ("𠀀", 2), ("〿", 1), ("、", 2), ("אב", 2),
  ])
  func cells(text: String, width: Int) {
    #expect(TextWidth.of(text) == width)
  }

  @Test func padding() {
    #expect("日".padded(to: 4) == "日  ")
    #expect("long".padded(to: 2) == "long")
  }
}

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("", ""),
    ("plain ünïcödé 日本 😀", "plain ünïcödé 日本 😀"),
    ("a\nb\tc\rd\0", #"a\nb\tc\rd\0"#),
    ("\r\n", #"\r\n"#),
    ("\u{1B}[31m", #"\u{1B}[31m"#),
    ("\u{9B}m\u{7F}", #"\u{9B}m\u{7F}"#),
    ("\u{202E}drawkcab\u{2066}", #"\u{202E}drawkcab\u{2066}"#),
    ("\u{2028}\u{2029}\u{FEFF}\u{E0041}", #"\u{2028}\u{2029}\u{FEFF}\u{E0041}"#),
    ("👨‍👩‍👧", "👨‍👩‍👧"),
  ])
  func invisibleIsWrittenOut(text: String, visible: String) {
    #expect(text.visible == visible)
  }
}
