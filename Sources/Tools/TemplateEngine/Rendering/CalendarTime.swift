/// A moment in the Gregorian calendar, in UTC.
struct CalendarTime {
  private let year: Int
  private let month: Int
  private let day: Int
  private let hour: Int
  private let minute: Int
  private let second: Int
  /// The day of the week; 0 is Sunday.
  private let weekday: Int

  init(secondsSince1970 seconds: Int) {
    // Times beyond some hundred thousand years are clamped.
    let seconds = min(max(seconds, -(1 << 44)), 1 << 44)
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let rest = seconds - days * 86_400
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
    weekday = ((days + 4) % 7 + 7) % 7

    // Years begin in March here, so that a leap day is the last day of the year.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// The time formatted with Unicode's date fields, such as `yyyy-MM-dd 'at' HH:mm`.
  ///
  /// Letters that are not common fields are omitted.
  func formatted(_ pattern: String) -> String {
    var result = ""
    var rest = pattern[...]
    while let letter = rest.first {
      if letter == "'" {
        result += Self.quoted(&rest)
      } else if letter.isASCII, letter.isLetter {
        let run = rest.prefix { $0 == letter }
        result += field(letter, width: run.count)
        rest = rest.dropFirst(run.count)
      } else {
        result.append(letter)
        rest.removeFirst()
      }
    }
    return result
  }

  /// Literal text between single quotes, two of which stand for one.
  private static func quoted(_ rest: inout Substring) -> String {
    rest.removeFirst()
    if rest.first == "'" {
      rest.removeFirst()
      return "'"
    }
    var text = ""
    while let letter = rest.popFirst() {
      if letter != "'" {
        text.append(letter)
      } else if rest.first == "'" {
        text.append("'")
        rest.removeFirst()
      } else {
        return text
      }
    }
    return text
  }

  private func field(_ letter: Character, width: Int) -> String {
    switch letter {
    case "y", "u": return width == 2 ? padded(abs(year) % 100, 2) : padded(year, width)
    case "M", "L":
      if width >= 4 { return Self.months[month - 1] }
      return width == 3 ? String(Self.months[month - 1].prefix(3)) : padded(month, width)
    case "d": return padded(day, width)
    case "E": return width >= 4 ? Self.weekdays[weekday] : String(Self.weekdays[weekday].prefix(3))
    case "H": return padded(hour, width)
    case "h": return padded((hour + 11) % 12 + 1, width)
    case "m": return padded(minute, width)
    case "s": return padded(second, width)
    case "a": return hour < 12 ? "AM" : "PM"
    case "Z": return "+0000"
    case "z": return "GMT"
    case "X": return "Z"
    default: return ""
    }
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, min(width, 16) - digits.count)) + digits
  }
}
