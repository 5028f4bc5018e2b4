/// Compaction of text, numbers and bytes to words of PDF417.
enum PDF417Words {
  private static let (textLatch, byteLatch, numberLatch, byteLatch6, designator) = (900, 901, 902, 924, 927)
  /// Submodes of text: capitals, small letters, digits and signs, signs.
  private static let mixed = Array("0123456789&\r\t,:#-.$/+%*=^".utf8)
  private static let signs = Array(";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'".utf8)

  static func words(_ bytes: [UInt8], isASCII: Bool) -> [Int] {
    // Other bytes are UTF-8.
    var words = isASCII ? [] : [designator, 26]
    var (index, isText, submode) = (0, true, 0)
    while index < bytes.count {
      let digits = run(bytes, index) { (48...57).contains($0) }
      if digits >= 13 || digits >= 8 && digits == bytes.count {
        words.append(numberLatch)
        words += numbers(bytes[index..<index + digits])
        (index, isText, submode) = (index + digits, false, 0)
        continue
      }
      let text = textRun(bytes, index)
      if text >= 5 || index + text == bytes.count && text > 0 {
        if !isText { words.append(textLatch) }
        words += Self.text(bytes[index..<index + text], &submode)
        (index, isText) = (index + text, true)
        continue
      }
      // Bytes up to the next longer text or number.
      var end = index
      while end < bytes.count {
        if textRun(bytes, end) >= 5 || run(bytes, end, while: { (48...57).contains($0) }) >= 13 { break }
        end += 1
      }
      words += Self.bytes(bytes[index..<end])
      (index, isText, submode) = (end, false, 0)
    }
    return words
  }

  private static func run(_ bytes: [UInt8], _ start: Int, while matches: (UInt8) -> Bool) -> Int {
    bytes[start...].prefix(while: matches).count
  }

  /// Returns the length of a text without a long number in it.
  private static func textRun(_ bytes: [UInt8], _ start: Int) -> Int {
    var (count, digits) = (0, 0)
    for byte in bytes[start...] {
      guard isText(byte) else { break }
      digits = (48...57).contains(byte) ? digits + 1 : 0
      count += 1
      if digits == 13 { return count - 13 }
    }
    return count
  }

  private static func isText(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || byte == 32 || mixed.contains(byte) || signs.contains(byte)
  }

  /// Returns the number of a character in a submode.
  private static func number(_ byte: UInt8, _ submode: Int) -> Int? {
    switch submode {
    case 0: byte == 32 ? 26 : (65...90).contains(byte) ? Int(byte) - 65 : nil
    case 1: byte == 32 ? 26 : (97...122).contains(byte) ? Int(byte) - 97 : nil
    case 2: byte == 32 ? 26 : mixed.firstIndex(of: byte)
    default: signs.firstIndex(of: byte)
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>, _ submode: inout Int) -> [Int] {
    // Latches from a submode to another one.
    let latches = [
      [[], [27], [28], [28, 25]], [[28, 28], [], [28], [28, 25]], [[28], [27], [], [25]], [[29], [29, 27], [29, 28], []],
    ]
    var values: [Int] = []
    for (index, byte) in zip(bytes.indices, bytes) {
      if let number = number(byte, submode) {
        values.append(number)
        continue
      }
      // A single sign, or a single capital among small letters, needs no latch.
      let next = bytes.indices.contains(index + 1) ? bytes[index + 1] : nil
      if submode == 1, let number = number(byte, 0), next.map({ self.number($0, 0) == nil }) ?? true {
        values += [27, number]
        continue
      }
      let isMixed = number(byte, 2) != nil
      if submode < 3, !isMixed || submode < 2 && next.map({ self.number($0, 2) == nil }) ?? true, let number = number(byte, 3) {
        values += [29, number]
        continue
      }
      let target = (0...3).first { number(byte, $0) != nil } ?? 0
      values += latches[submode][target]
      values.append(number(byte, target) ?? 0)
      submode = target
    }
    // 29 is a shift or a latch without an effect on what follows.
    if values.count % 2 == 1 {
      values.append(29)
      if submode == 3 { submode = 0 }
    }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] * 30 + values[$0 + 1] }
  }

  private static func numbers(_ digits: ArraySlice<UInt8>) -> [Int] {
    var words: [Int] = []
    var start = digits.startIndex
    while start < digits.endIndex {
      let end = min(start + 44, digits.endIndex)
      // The number with a leading 1, in the base 900.
      var (number, group) = ([1] + digits[start..<end].map { Int($0) - 48 }, [Int]())
      while !number.isEmpty {
        var (rest, quotient) = (0, [Int]())
        for digit in number {
          let value = rest * 10 + digit
          if !quotient.isEmpty || value >= 900 { quotient.append(value / 900) }
          rest = value % 900
        }
        group.append(rest)
        number = quotient
      }
      words += group.reversed()
      start = end
    }
    return words
  }

  private static func bytes(_ bytes: ArraySlice<UInt8>) -> [Int] {
    var words = [bytes.count % 6 == 0 ? byteLatch6 : byteLatch]
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let group = bytes[start..<min(start + 6, bytes.endIndex)]
      if group.count == 6 {
        var (number, digits) = (group.reduce(0) { $0 << 8 | Int($1) }, [Int]())
        for _ in 0..<5 {
          digits.append(number % 900)
          number /= 900
        }
        words += digits.reversed()
      } else {
        words += group.map(Int.init)
      }
      start += group.count
    }
    return words
  }
}
