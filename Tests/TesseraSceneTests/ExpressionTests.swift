import Testing

@testable import TesseraScene

struct MapNames: DataNames {
  var values: DataValue
  func value(of root: String) -> DataValue? { values[root] }
}

@Suite struct ExpressionTests {
  static let data = DataValue.map([
    "room": .map(["temperature": .number(21.46), "name": .text("Kitchen"), "open": .boolean(false), "my-key": .number(7)]),
    "rooms": .list([.map(["name": .text("Hall")]), .map(["name": .text("Attic")])]),
    "numbers": .list([.number(3), .number(4), .number(5)]),
    "i": .number(1), "none": .null, "word": .text("ö🦜"),
  ])

  private func value(_ text: String) throws -> (DataValue, String?) {
    var evaluation = ExpressionEvaluation(MapNames(values: Self.data))
    let value = evaluation.value(try Expression(text))
    return (value, evaluation.problem?.message)
  }

  @Test(
    arguments: [
      ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("7 % 3", "1"), ("-7 % 3", "2"), ("2 - 3 - 4", "-5"), ("8 / 4 / 2", "1"), ("-2 * -3", "6"),
      ("1 < 2 && 2 < 3", "true"), ("1 < 2 == true", "true"), ("!true || true", "true"), ("not false and true", "true"),
      ("room.temperature > 20 ? 'warm' : 'cold'", "\"warm\""), ("false ? 1 : true ? 2 : 3", "2"), ("rooms[1].name", "\"Attic\""),
      ("rooms[i].name", "\"Attic\""), ("rooms[-1].name", "\"Attic\""), ("count(rooms)", "2"), ("count(word)", "2"), ("room['my-key']", "7"),
      ("room.name + ': ' + 21", "\"Kitchen: 21\""), ("1 + '1'", "\"11\""),
      ("format('%.1f° in %s', room.temperature, room.name)", "\"21.5° in Kitchen\""),
      ("round(room.temperature, 1)", "21.5"), ("round(2.5)", "3"), ("clamp(12, 0, 10)", "10"), ("min(3, 1, 2)", "1"),
      ("sum(numbers)", "12"),
      ("join(numbers, '-')", "\"3-4-5\""), ("contains(numbers, 4)", "true"), ("contains(room.name, 'itch')", "true"),
      ("upper('ab')", "\"AB\""),
      ("number('12.5') + 1", "13.5"), ("none ?? 'x'", "\"x\""), ("room.missing ?? 3", "3"), ("'a' < 'b'", "true"), ("1 == '1'", "false"),
      ("0x10", "16"), ("1e3", "1000"), ("'it\\'s'", "\"it's\""), ("[1, 'a', [room.open]][2][0]", "false"), ("[]", "[]"),
      ("numbers + [i]", "[3,4,5,1]"), ("range(3)", "[0,1,2]"), ("slice('añb', 0, -1)", "\"añ\""), ("slice(range(5), -2)", "[3,4]"),
      ("slice('abc', 9) + slice('abc', 2, 1) + slice('', -4, -1)", "\"\""), ("slice([1, 2], 1.9, 1e300)", "[2]"),
      ("text(1.50) + text(true)", "\"1.5true\""),
      ("format('%05.1f|%-4d|%+d|%x|%%', 3.14159, 7, 7, 255)", "\"003.1|7   |+7|ff|%\""),
    ] as [(String, String?)])
  func hasTheValue(text: String, expected: String?) throws {
    guard let expected else {
      #expect(throws: ExpressionError.self) { try Expression(text) }
      return
    }
    let (value, problem) = try value(text)
    #expect(value.json == expected && problem == nil, "\(text) is \(value.json), \(problem ?? "")")
  }

  @Test(arguments: [
    ("room.tempo", "null", "unknown name `room.tempo`"), ("romo.name", "null", "unknown name `romo.name`"),
    ("room.name * 2", "null", "expected a number, got a text"),
    ("1 / 0", "null", "the result is not a finite number, for example after a division by zero"),
    ("1 < 'a'", "false", "`<` compares two numbers or two texts, got a number and a text"),
    ("rooms[9]", "null", "unknown name `rooms[9]`"), ("rooms[i + 8]", "null", "element 9 does not exist; the list has 2 elements"),
    ("count(1)", "null", "`count` takes a list, a map or a text, got a number"), ("none.a.b", "null", "unknown name `none.a.b`"),
    ("1e308 * 10", "null", "the result is not a finite number, for example after a division by zero"),
    ("format('%d', room.name)", "\"-\"", "the format %d needs a number, got a text"),
    ("missing && true", "false", "unknown name `missing`"),
  ])
  func hasADefinedResultForBadData(text: String, expected: String, problem: String) throws {
    let (value, found) = try value(text)
    #expect(value.json == expected)
    #expect(found == problem)
  }

  @Test(arguments: [
    ("", 0, "the expression is empty"), ("1 +", 3, "the expression ends where a value must follow: a number, a 'text', a name or `(`"),
    ("(1", 2, "`)` is missing to close `(`, got the end"),
    ("a = 1", 2, "unexpected `=` in an expression; use `==` to compare two values"),
    ("a ? b", 5, "`:` is missing between the two values of `a ? b : c`, got the end"),
    ("'abc", 0, "the text that begins here has no closing '"),
    ("cuont(a)", 0, "unknown function `cuont`"), ("round()", 0, "`round` takes 1 to 2 arguments, got 0"),
    ("1 2", 2, "the expression must end here, or continue with an operator, got `2`"),
    ("a.1", 1, "the expression must end here, or continue with an operator, got `0.1`"), ("12abc", 0, "`12abc` is not a number"),
    ("a $ b", 2, "unexpected `$` in an expression"),
    ("'\\q'", 1, "`\\q` is not a valid escape; valid are \\n, \\t, \\\\, \\' and \\\""),
  ])
  func reportsProblemAndPlace(text: String, offset: Int, message: String) throws {
    let error = #expect(throws: ExpressionError.self) { try Expression(text) }
    #expect(error?.message == message && error?.offset == offset)
  }

  @Test func isBounded() {
    for text in [
      String(repeating: "(", count: 500) + "1" + String(repeating: ")", count: 500), String(repeating: "!", count: 3000) + "a",
      String(repeating: "1+", count: 2000) + "1", String(repeating: "a", count: 5000), "a" + String(repeating: ".b", count: 60),
    ] {
      #expect(throws: ExpressionError.self) { try Expression(text) }
    }
    var evaluation = ExpressionEvaluation(MapNames(values: .map(["t": .text(String(repeating: "x", count: 40_000))])))
    if let expression = try? Expression("t + t") { #expect(evaluation.value(expression) == .null) }
    #expect(evaluation.problem?.message == "a text may have 65536 bytes at most (got 80000)")
  }

  @Test func listsTheReadPaths() throws {
    let expression = try Expression("rooms[i].name + room.name + (rooms[0].name ?? item.x) + room.name")
    #expect(
      expression.reads == [
        .init(root: "rooms", keys: []), .init(root: "i", keys: []), .init(root: "room", keys: ["name"]),
        .init(root: "rooms", keys: ["0", "name"]),
        .init(root: "item", keys: ["x"]),
      ])
  }

  @Test(arguments: ["%", "%q", "%99d", "%.99f", "%d %"]) func anInvalidFormatIsRejected(text: String) {
    #expect(throws: ExpressionError.self) { try ValueFormat(text) }
  }
}

/// Random expressions whose values are also computed another way: by closures created together with the text.
@Suite struct ExpressionPropertyTests {
  private struct Made {
    var text: String
    /// Expected value; nil means null.
    var value: () -> Any?
  }

  private struct Maker {
    var numbers: SceneFuzzTests.Numbers

    mutating func pad(_ text: String) -> String { [text, " \(text)", "\(text) ", "(\(text))"][numbers.next(4)] }

    /// Returns an expression whose value is a number or null.
    mutating func number(_ depth: Int) -> Made {
      guard depth > 0, numbers.next(5) > 0 else {
        if numbers.next(3) == 0 { return Made(text: "data.n") { 2.5 } }
        let value = Double(numbers.next(2000)) / 8
        return Made(text: NumberText.write(value)) { value }
      }
      switch numbers.next(8) {
      case 0: return choice(depth) { $0.number($1) }
      case 1:
        let a = number(depth - 1)
        return Made(text: "-(\(a.text))") { (a.value() as? Double).map { -$0 } }
      case 2:
        let (a, b) = (number(depth - 1), number(depth - 1))
        return Made(text: "max(\(a.text), \(b.text))") {
          guard let x = a.value() as? Double, let y = b.value() as? Double else { return nil }
          return x > y ? x : y
        }
      case 3:
        let (a, b) = (number(depth - 1), number(depth - 1))
        return Made(text: "(\(a.text)) ?? (\(b.text))") { a.value() ?? b.value() }
      default:
        let (a, b) = (number(depth - 1), number(depth - 1))
        let sign = ["+", "-", "*", "/"][numbers.next(4)]
        return Made(text: "(\(a.text))" + pad(sign).filter { $0 != "(" && $0 != ")" } + "(\(b.text))") {
          guard let x = a.value() as? Double, let y = b.value() as? Double else { return nil }
          let z = sign == "+" ? x + y : sign == "-" ? x - y : sign == "*" ? x * y : x / y
          return z.isFinite ? z : nil
        }
      }
    }

    mutating func truth(_ depth: Int) -> Made {
      guard depth > 0, numbers.next(5) > 0 else {
        let value = numbers.next(2) == 0
        return Made(text: value ? "true" : "false") { value }
      }
      switch numbers.next(5) {
      case 0:
        let a = truth(depth - 1)
        return Made(text: "!(\(a.text))") { !(a.value() as? Bool ?? false) }
      case 1:
        let (a, b) = (truth(depth - 1), truth(depth - 1))
        return Made(text: "(\(a.text)) and (\(b.text))") { (a.value() as? Bool ?? false) && (b.value() as? Bool ?? false) }
      case 2:
        let (a, b) = (truth(depth - 1), truth(depth - 1))
        return Made(text: "(\(a.text)) || (\(b.text))") { (a.value() as? Bool ?? false) || (b.value() as? Bool ?? false) }
      default:
        let (a, b) = (number(depth - 1), number(depth - 1))
        let sign = ["<", ">=", "=="][numbers.next(3)]
        return Made(text: "(\(a.text)) \(sign) (\(b.text))") {
          let (x, y) = (a.value() as? Double, b.value() as? Double)
          if sign == "==" { return x == y }
          guard let x, let y else { return false }
          return sign == "<" ? x < y : x >= y
        }
      }
    }

    mutating func text(_ depth: Int) -> Made {
      guard depth > 0, numbers.next(4) > 0 else {
        let word = ["", "a", "öß", "x y"][numbers.next(4)]
        return Made(text: "'\(word)'") { word }
      }
      if numbers.next(3) == 0 { return choice(depth) { $0.text($1) } }
      let (a, b) = (text(depth - 1), number(depth - 1))
      return Made(text: "(\(a.text)) + (\(b.text))") {
        (a.value() as? String ?? "") + ((b.value() as? Double).map { NumberText.write($0) } ?? "")
      }
    }

    mutating func choice(_ depth: Int, _ make: (inout Maker, Int) -> Made) -> Made {
      let (condition, a, b) = (truth(depth - 1), make(&self, depth - 1), make(&self, depth - 1))
      return Made(text: "(\(condition.text)) ? (\(a.text)) : (\(b.text))") { condition.value() as? Bool ?? false ? a.value() : b.value() }
    }
  }

  @Test(arguments: 1...60) func evaluationEqualsAnotherOne(seed: Int) throws {
    var maker = Maker(numbers: .init(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15))
    let names = MapNames(values: .map(["data": .map(["n": .number(2.5)])]))
    for _ in 0..<50 {
      let made = [maker.number(4), maker.truth(4), maker.text(4)][maker.numbers.next(3)]
      guard made.text.utf8.count <= Expression.Limits.bytes else { continue }
      var evaluation = ExpressionEvaluation(names)
      let value = evaluation.value(try Expression(made.text))
      let expected: DataValue =
        switch made.value() {
        case let number as Double: .number(number)
        case let flag as Bool: .boolean(flag)
        case let text as String: .text(text)
        default: .null
        }
      #expect(value == expected, "\(made.text)")
    }
  }

  @Test(arguments: 1...20) func anyTextIsReadOrRefusedAndHasAValue(seed: Int) {
    var numbers = SceneFuzzTests.Numbers(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    let pieces = [
      "a", ".b", "[0]", "(", ")", "+", "-", "*", "/", "%", "?", ":", "??", "'x'", "1", "2.5", "count(", ",", "!", "<", "==", "&&", " ",
      "rooms", "é", "\\",
    ]
    var read = 0
    for _ in 0..<300 {
      let text = (0...numbers.next(12)).map { _ in pieces[numbers.next(pieces.count)] }.joined()
      guard let expression = try? Expression(text) else { continue }
      var evaluation = ExpressionEvaluation(MapNames(values: ExpressionTests.data))
      if case .number(let number) = evaluation.value(expression) { #expect(number.isFinite) }
      read += 1
    }
    #expect((1..<300).contains(read))
  }
}
