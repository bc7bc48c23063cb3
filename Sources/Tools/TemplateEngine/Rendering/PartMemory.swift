/// A cache of parts of objects: templates read the same few parts of the same object
/// repeatedly, and computing one can be expensive.
///
/// Its size is fixed, as a template may visit any number of objects.
struct PartMemory: ~Copyable {
  /// The key of a cache entry.
  ///
  /// Not private: the compiler fails to link lists of private structs (Swift 6.3).
  struct Question {
    /// The object's address, 0 for an empty entry.
    var object: UInt = 0
    /// The number of the key.
    var key: Int32 = 0
    var answer: Int32 = 0
  }

  /// At each index the last question with that hash.
  ///
  /// It is empty at first, as most renderings produce a line or two.
  private var questions = RawList<Question>()
  private var answers = RawList<TemplateValue>()

  /// The objects of the answers are retained, so that no other one can get the same address.
  private var objects = RawList<any TemplateObject>()
  private var count = 0

  /// The number of entries, a power of two, so that the bits of a hash are an index.
  private static let size = 1024

  /// The number of questions after which the cache is allocated.
  private static let worthwhile = 32

  /// The address of the part of a value, valid until another one is read; nil when there is none.
  @inline(__always)
  mutating func place(
    of key: TemplateSymbol,
    in value: UnsafeMutablePointer<TemplateValue>
  ) -> UnsafeMutablePointer<TemplateValue>? {
    let address = value.pointee.objectAddress
    guard address != 0 else { return nil }
    if questions.count > 0 {
      let question = questions.place(Self.index(key.number, address)).pointee
      if question.object == address, question.key == key.number {
        return answers.place(Int(question.answer))
      }
    }
    return ask(for: key, in: value)
  }

  private mutating func ask(
    for key: TemplateSymbol,
    in value: UnsafeMutablePointer<TemplateValue>
  ) -> UnsafeMutablePointer<TemplateValue>? {
    guard case .object(let object) = value.pointee, let part = object.value(forKey: key.key) else {
      return nil
    }
    count += 1
    guard count > Self.worthwhile else { return keep(part, of: object, at: 0) }
    questions.fill(upTo: Self.size, with: Question())
    let address = value.pointee.objectAddress
    let question = questions.place(Self.index(key.number, address))
    let place = question.pointee.object == 0 ? answers.count : Int(question.pointee.answer)
    question.pointee = Question(
      object: address,
      key: Int32(truncatingIfNeeded: key.number),
      answer: Int32(truncatingIfNeeded: place)
    )
    return keep(part, of: object, at: place)
  }

  /// Stores an answer at an index, or appends it; the first one is for uncached answers.
  private mutating func keep(
    _ part: TemplateValue,
    of object: any TemplateObject,
    at place: Int
  ) -> UnsafeMutablePointer<TemplateValue> {
    if answers.count == 0 {
      answers.append(.null)
      objects.append(object)
    }
    if place < answers.count {
      // In this order, since the answer to another question may hold the only reference to the object.
      objects.place(place).pointee = object
      answers.place(place).pointee = part
      return answers.place(place)
    }
    answers.append(part)
    objects.append(object)
    return answers.place(answers.count - 1)
  }

  @inline(__always)
  private static func index(_ key: Int, _ address: UInt) -> Int {
    // Objects are aligned to 16 bytes.
    let mixed = (address >> 4 &+ UInt(bitPattern: key) &* 0x51) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 40) & (size - 1)
  }
}

extension TemplateValue {
  /// The address of the object, or 0 if there is none.
  @inline(__always)
  fileprivate var objectAddress: UInt {
    guard case .object(let object) = self else { return 0 }
    return UInt(bitPattern: Unmanaged.passUnretained(object as AnyObject).toOpaque())
  }
}
