internal import TesseraJSON
internal import TesseraGeometry
internal import TesseraRender

extension LottieReading {
  /// Parses numbers that may be animated.
  /// - Parameters:
  ///   - json: object that contains the value.
  ///   - key: key of the value.
  ///   - otherwise: default value.
  ///   - isPoint: whether keyframes may follow curves.
  func vector(_ json: JSONValue?, _ key: String, _ otherwise: Vector = .zero, isPoint: Bool = false) throws(LottieError) -> AnimatedVector {
    guard let property = json?[present: key] else { return AnimatedVector(otherwise) }
    return try value(property, key, otherwise: otherwise, isPoint: isPoint) { json in
      json.numbers.map { numbers in
        var vector = otherwise
        for (i, number) in numbers.prefix(4).enumerated() { vector[i] = number }
        return vector
      }
    }
  }

  func number(_ json: JSONValue?, _ key: String, _ otherwise: Double = 0) throws(LottieError) -> AnimatedVector {
    try vector(json, key, Vector(repeating: otherwise))
  }

  /// Parses a path that may be animated.
  func contour(_ json: JSONValue, _ key: String) throws(LottieError) -> AnimatedValue<BezierContour> {
    guard let property = json[present: key] else { return AnimatedValue(BezierContour()) }
    return try value(property, key, otherwise: BezierContour()) { json in Self.contour(json.list?.first ?? json) }
  }

  /// Parses the numbers of a gradient.
  func numbers(_ json: JSONValue, _ key: String) throws(LottieError) -> AnimatedValue<[Double]> {
    guard let property = json[present: key] else { return AnimatedValue([]) }
    return try value(property, key, otherwise: []) { $0.numbers }
  }

  /// Parses a property: `{a: 1, k: keyframes}`, `{k: value}` or the value itself.
  private func value<Value: Blendable>(
    _ property: JSONValue, _ key: String, otherwise: Value, isPoint: Bool = false, _ read: (JSONValue) -> Value?
  ) throws(LottieError) -> AnimatedValue<Value> {
    if property[present: "x"]?.text != nil { reportUnsupported("expressions") }
    if property[present: "sid"] != nil { reportUnsupported("slots") }
    let content = property.isMap && property[present: "k"] != nil ? property[present: "k"]! : property
    if let list = content.list, list.first?.isMap == true, list.first?[present: "t"] != nil {
      return try keyframes(list, key, otherwise: otherwise, isPoint: isPoint, read)
    }
    // A property without a value, or with an empty list, has its default.
    if property.isMap, property[present: "k"] == nil, read(property) == nil { return AnimatedValue(otherwise) }
    guard let value = read(content) else { throw failure("it must be a value of its kind, or keyframes", at: key) }
    return AnimatedValue(value)
  }

  private func keyframes<Value: Blendable>(
    _ list: [JSONValue], _ key: String, otherwise: Value, isPoint: Bool, _ read: (JSONValue) -> Value?
  ) throws(LottieError) -> AnimatedValue<Value> {
    var result: [Keyframe<Value>] = []
    for (i, json) in list.enumerated() {
      try countItem()
      guard let time = json.number("t") else { throw failure("a keyframe needs a time", at: "\(key).k[\(i)].t") }
      var frame = Keyframe(time: time, value: otherwise)
      if let start = json[present: "s"] {
        guard let value = read(start) else { throw failure("it must be a value of its kind", at: "\(key).k[\(i)].s") }
        frame.value = value
      } else {
        // In older files the last keyframe only gives the end time of the previous one.
        guard let before = result.last else { throw failure("a keyframe needs a value", at: "\(key).k[\(i)].s") }
        frame.value = before.end ?? before.value
      }
      frame.end = json[present: "e"].flatMap(read)
      frame.isHold = json.flag("h")
      frame.easing = Self.easing(json)
      result.append(frame)
    }
    if isPoint { bend(&result, list) }
    return AnimatedValue(keyframes: result, otherwise: otherwise)
  }

  private static func easing(_ json: JSONValue) -> [Easing] {
    guard let out = json[present: "o"], let into = json[present: "i"], let x1 = out[present: "x"]?.numbers,
      let y1 = out[present: "y"]?.numbers, let x2 = into[present: "x"]?.numbers,
      let y2 = into[present: "y"]?.numbers, !x1.isEmpty, !y1.isEmpty, !x2.isEmpty, !y2.isEmpty
    else { return [] }
    let count = min(4, max(x1.count, y1.count, x2.count, y2.count))
    return (0..<count).map { i in
      Easing(x1: x1[min(i, x1.count - 1)], y1: y1[min(i, y1.count - 1)], x2: x2[min(i, x2.count - 1)], y2: y2[min(i, y2.count - 1)])
    }
  }

  /// Sets the curves of keyframes from their tangents.
  private func bend<Value: Blendable>(_ keyframes: inout [Keyframe<Value>], _ list: [JSONValue]) {
    for i in keyframes.indices.dropLast() {
      guard let out = list[i][present: "to"]?.numbers, let into = list[i][present: "ti"]?.numbers, out.count >= 2, into.count >= 2,
        let start = keyframes[i].value as? Vector, let end = (keyframes[i].end ?? keyframes[i + 1].value) as? Vector,
        out[0] != 0 || out[1] != 0 || into[0] != 0 || into[1] != 0
      else { continue }
      keyframes[i].way = SpatialPath(from: start.point, to: end.point, out: Point(out[0], out[1]), into: Point(into[0], into[1]))
    }
  }

  /// Parses `{v, i, o, c}`; tangents are relative to their vertices.
  static func contour(_ json: JSONValue) -> BezierContour? {
    guard let points = json[present: "v"]?.list else { return nil }
    let (into, out) = (json[present: "i"]?.list ?? [], json[present: "o"]?.list ?? [])
    func point(_ list: [JSONValue], _ i: Int) -> Point? {
      guard i < list.count, let pair = list[i].list, pair.count >= 2, let x = pair[0].numeric, let y = pair[1].numeric else { return nil }
      return Point(x, y)
    }
    var vertices: [BezierContour.Vertex] = []
    vertices.reserveCapacity(points.count)
    for i in points.indices {
      guard let place = point(points, i) else { return nil }
      vertices.append(.init(place, into: place + (point(into, i) ?? .zero), out: place + (point(out, i) ?? .zero)))
    }
    return BezierContour(vertices, isClosed: json.flag("c"))
  }

  /// Parses a transform; nil means the identity.
  func transform(_ json: JSONValue?) throws(LottieError) -> LottieTransform {
    var result = LottieTransform()
    guard let json else { return result }
    result.anchor = try vector(json, "a", isPoint: true)
    if let position = json[present: "p"], position.flag("s") || (position[present: "x"]?.isMap == true && position[present: "k"] == nil) {
      result.position = .split(x: try number(position, "x"), y: try number(position, "y"))
    } else {
      result.position = .joined(try vector(json, "p", isPoint: true))
    }
    result.scale = try vector(json, "s", Vector(repeating: 100))
    result.rotation = try number(json, json[present: "r"] == nil && json[present: "rz"] != nil ? "rz" : "r")
    result.skew = try number(json, "sk")
    result.skewAxis = try number(json, "sa")
    result.opacity = try number(json, "o", 100)
    if json[present: "rx"] != nil || json[present: "ry"] != nil || json[present: "or"] != nil {
      result.tilt = .init(x: try number(json, "rx"), y: try number(json, "ry"), orientation: try vector(json, "or"))
    }
    return result
  }
}

extension Color {
  /// Creates a colour from channels of 0...1, or of 0...255, as in old files, if one is larger than 1.
  init(_ v: Vector, opacity: Double = 1) {
    let most = max(v.x, v.y, v.z) > 1 ? 255.0 : 1
    self.init(red: Float(v.x / most), green: Float(v.y / most), blue: Float(v.z / most), alpha: Float(opacity))
  }
}
