/// What objects answered lately: templates ask for the same few parts of the same object again and
/// again, and working one out can be dear.
///
/// Its size is fixed, as a template may go through any number of objects.
struct PartMemory {
  /// The question whose answer is at a place.
  private struct Question {
    /// The object's place in memory, 0 for no question.
    var object: UInt = 0
    var key: UInt64 = 0
    var place = 0
  }

  private struct Answer {
    /// It stays alive, so that no other object can have its place in memory.
    let object: any TemplateObject
    let key: TemplateKey
    let part: TemplateValue
  }

  /// At each index the last question that leads there.
  ///
  /// Empty at first, as most renderings are of a line or two.
  private var questions: [Question] = []
  private var answers: [Answer] = []
  private var count = 0

  /// A power of two, so that the bits of a hash are an index.
  private static let size = 1024

  /// After so many questions memory is worth its price.
  private static let worthwhile = 32

  mutating func part(_ key: TemplateKey, of object: any TemplateObject) -> TemplateValue? {
    guard !questions.isEmpty else {
      count += 1
      if count > Self.worthwhile { questions = Array(repeating: Question(), count: Self.size) }
      return object.value(forKey: key)
    }
    let address = UInt(bitPattern: Unmanaged.passUnretained(object as AnyObject).toOpaque())
    let index = Self.index(key, address)
    let question = questions[index]
    if question.object == address, question.key == key.fingerprint,
      answers[question.place].key.text == key.text
    {
      return answers[question.place].part
    }
    guard let part = object.value(forKey: key) else { return nil }
    let answer = Answer(object: object, key: key, part: part)
    var place = question.place
    if question.object == 0 {
      place = answers.count
      answers.append(answer)
    } else {
      answers[place] = answer
    }
    questions[index] = Question(object: address, key: key.fingerprint, place: place)
    return part
  }

  @inline(__always)
  private static func index(_ key: TemplateKey, _ address: UInt) -> Int {
    // Objects lie at multiples of 16.
    let mixed = (UInt64(address >> 4) &* 0x9E37_79B9_7F4A_7C15) ^ key.fingerprint
    return Int(truncatingIfNeeded: mixed ^ mixed >> 32) & (size - 1)
  }
}
