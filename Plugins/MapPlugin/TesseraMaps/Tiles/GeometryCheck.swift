/// Validity of a geometry's commands.
enum GeometryCheck {
  private static let moveTo: UInt32 = 1
  private static let lineTo: UInt32 = 2
  private static let closePath: UInt32 = 7

  /// Returns a reason to drop the feature; nil if its geometry is valid.
  /// - Throws: `MapError` if the commands are malformed.
  static func problem(_ numbers: [UInt32], _ kind: VectorFeature.Kind, in message: ProtobufReader) throws(MapError) -> String? {
    guard kind != .unknown else { return nil }
    var at = 0
    var parts = 0
    var problem: String?
    while at < numbers.count {
      let first = try command(numbers, &at, message)
      guard first.id == moveTo, first.count >= 1, kind == .point || first.count == 1 else {
        throw message.failure(
          "a part begins with command \(first.id) of count \(first.count); it must be MoveTo\(kind == .point ? "" : " of count 1")")
      }
      parts += 1
      if kind == .point {
        guard at == numbers.count else { throw message.failure("commands follow the points") }
        return nil
      }
      guard at < numbers.count else { throw message.failure("a line has one point") }
      let start = at + 1
      let second = try command(numbers, &at, message)
      guard second.id == lineTo, second.count >= 1 else {
        throw message.failure("MoveTo is followed by command \(second.id) of count \(second.count); it must be LineTo")
      }
      if numbers[start..<at].allSatisfy({ $0 == 0 }) { problem = "all points of a line are equal" }
      guard kind == .polygon else { continue }
      if second.count < 2 { problem = "a ring has \(second.count + 1) points; it must have 3 or more" }
      guard at < numbers.count else { throw message.failure("a ring lacks ClosePath") }
      let last = try command(numbers, &at, message)
      guard last.id == closePath, last.count == 1 else {
        throw message.failure("a ring ends with command \(last.id) of count \(last.count); it must be ClosePath of count 1")
      }
    }
    // One bad part of many is left to the renderer, which draws nothing for it.
    return parts == 1 ? problem : nil
  }

  /// Reads a command and skips its parameters.
  private static func command(_ numbers: [UInt32], _ at: inout Int, _ message: ProtobufReader) throws(MapError) -> (id: UInt32, count: Int)
  {
    let (id, count) = (numbers[at] & 7, Int(numbers[at] >> 3))
    at += 1
    guard id == moveTo || id == lineTo || id == closePath else { throw message.failure("unknown command \(id) in a geometry") }
    let parameters = id == closePath ? 0 : count * 2
    guard parameters <= numbers.count - at else {
      throw message.failure("a command of count \(count) needs \(parameters) numbers; \(numbers.count - at) are left")
    }
    at += parameters
    return (id, count)
  }
}
