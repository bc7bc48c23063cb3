import Testing

@testable import SQLSchema

@Suite struct SnakeCaseTests {
  @Test(arguments: [
    ("uniformColor", "uniform_color"),
    ("Team", "team"),
    ("URLString", "url_string"),
    ("baseURL", "base_url"),
    ("playerIDs", "player_ids"),
    ("teamID", "team_id"),
    ("iOSVersion", "i_os_version"),
    ("HTML5Parser", "html5_parser"),
    ("integer16Object", "integer16_object"),
    ("isoCode_", "iso_code_"),
    ("_private", "_private"),
    ("already_snake", "already_snake"),
    ("ALL_CAPS", "all_caps"),
    ("snake_Case", "snake_case"),
    ("MOString", "mo_string"),
    ("a b", "a_b"),
    ("a\"; DROP TABLE t; --", "a___drop_table_t____"),
    ("Größe", "größe"),
    ("größeÄndern", "größe_ändern"),
    ("数字", "数字"),
    ("cafe\u{301}", "cafe\u{301}"),
    ("a\u{202E}b\u{200B}c", "a_b_c"),
    ("\0\n", "__"),
    ("🏀", "_"),
    ("", ""),
    ("A", "a"),
    ("Is", "is"),
  ])
  func names(original: String, name: String) {
    #expect(SnakeCase.name(original) == name)
  }

  @Test func theUsualCaseOfTheModel() {
    #expect(SnakeCase.camelCase("uniform_color", capitalized: false) == "uniformColor")
    #expect(SnakeCase.camelCase("uniform_color", capitalized: true) == "UniformColor")
    #expect(SnakeCase.camelCase("", capitalized: true) == "")
  }
}
