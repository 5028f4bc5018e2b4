// Motions and keyframes as attributes of every node.

extension NodeAttribute {
  /// Declares motions by the names of properties and attributes.
  static func motions(_ name: String, _ path: @autoclosure @escaping Path<MotionTable>, help: String) -> Self {
    Self(
      name, kind: .named(.motion), help: help,
      get: { value in
        let table = value[keyPath: path()]
        return table.isEmpty ? nil : .map(table.names.map { ($0, table[$0]?.attributeValue ?? .text("none")) })
      },
      set: { target, new in
        guard case .map(let pairs) = new else {
          throw AttributeError(attribute: name, reason: "must be a map of names, each with a motion")
        }
        var table = MotionTable()
        for (key, value) in pairs {
          guard let motion = Motion(value) else {
            throw AttributeError(attribute: name, reason: "needs a motion for `\(key)`: \(AttributeKind.motion.description)")
          }
          table[key] = motion
        }
        target[keyPath: path()] = table
      })
  }

  /// Declares keyframes by the names of properties and attributes.
  static func keyframes(_ name: String, _ path: @autoclosure @escaping Path<[KeyframeAnimation]>, help: String) -> Self {
    Self(
      name, kind: .named(.keyframes), help: help,
      get: { value in
        let animations = value[keyPath: path()]
        return animations.isEmpty ? nil : .map(animations.map { ($0.name, $0.attributeValue) })
      },
      set: { target, new in
        guard case .map(let pairs) = new else {
          throw AttributeError(attribute: name, reason: "must be a map of names, each with `frames`")
        }
        target[keyPath: path()] = try pairs.map { try KeyframeAnimation($0.key, $0.value, attribute: name) }
      })
  }
}

extension AttributeKind {
  /// Keyframes of one property or attribute: `frames`, and their playback.
  static let keyframes: AttributeKind = {
    let length = AttributeKind.number(-1e9...1e9)
    let value = AttributeKind.either([
      length, .paint, .list(length), .path,
      .map([
        "rotate": length, "scale": length, "x": length, "y": length, "width": length, "color": .color, "radius": length, "spread": length,
      ]),
    ])
    let frame = AttributeKind.either([value, .map(["at": .number(0...1), "value": value, "curve": .easing])])
    return .map([
      "frames": .list(frame), "curve": .easing, "duration": .number(0.001...3600), "delay": .number(0...3600),
      "repeat": .either([.choice(["forever"]), .integer(1...1_000_000)]), "autoreverse": .boolean,
    ])
  }()
}

extension KeyframeAnimation {
  /// Makes the animation that a scene file describes.
  init(_ name: String, _ value: AttributeValue, attribute: String) throws(AttributeError) {
    guard let frames = value["frames"]?.list, !frames.isEmpty else {
      throw AttributeError(attribute: attribute, reason: "needs `frames` for `\(name)`: a list of at least one value")
    }
    guard let curve = value["curve"].map(Easing.init) ?? .linear else {
      throw AttributeError(attribute: attribute, reason: "needs a curve for `\(name)`: \(AttributeKind.easing.description)")
    }
    let keyframes = frames.map { frame in
      guard let own = frame["value"] else { return Keyframe(frame) }
      return Keyframe(own, at: frame["at"]?.number, easing: frame["curve"].flatMap(Easing.init))
    }
    var motion = Motion.eased(curve, duration: value["duration"]?.number ?? 1)
    if let delay = value["delay"]?.number { motion = motion.delayed(by: delay) }
    let reverses = value["autoreverse"]?.boolean ?? false
    if value["repeat"] != nil || reverses {
      motion = motion.repeating(
        value["repeat"]?.text == "forever" ? nil : value["repeat"]?.number.map { Int($0) } ?? 2, autoreversing: reverses)
    }
    self.init(name, keyframes, motion)
    if way == nil {
      let isProperty = MotionProperty(rawValue: name) != nil
      throw AttributeError(
        attribute: attribute,
        reason: isProperty
          ? "needs values of `\(name)` for its keyframes, all of one kind" : "needs values of one kind for the keyframes of `\(name)`")
    }
  }

  /// The animation as a value of a scene file.
  var attributeValue: AttributeValue {
    let frames = keyframes.map { frame -> AttributeValue in
      if frame.at == nil, frame.easing == nil { return frame.value }
      var pairs: [(key: String, value: AttributeValue)] = []
      if let at = frame.at { pairs.append(("at", .number(at))) }
      pairs.append(("value", frame.value))
      if let easing = frame.easing { pairs.append(("curve", easing.attributeValue)) }
      return .map(pairs)
    }
    guard case .map(let pairs) = motion.attributeValue else { return .map([("frames", .list(frames))]) }
    return .map([("frames", .list(frames))] + pairs)
  }
}
