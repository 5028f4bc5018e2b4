internal import TesseraGeometry

extension KeyframeAnimation {
  /// Animated property or attribute, and the values as numbers; nil if two of them cannot be interpolated.
  var way: (key: MotionKey, template: MotionTemplate, frames: [(at: Double?, value: MotionVector, easing: Easing?)])? {
    if let property = MotionProperty(rawValue: name) {
      return frames(of: property).map { (.property(property), $0.template, $0.frames) }
    }
    let values = keyframes.map(\.value.outlined)
    guard let first = values.first, values.allSatisfy({ first.canMove(to: $0) }) else { return nil }
    return (.attribute(name), .attribute(first), zip(keyframes, values).map { ($0.at, $1.motionVector, $0.easing) })
  }

  /// Returns the values of a property as numbers, in the order of the keyframes. Nil if one is not valid for the property, or if two cannot be
  /// interpolated.
  func frames(of property: MotionProperty) -> (frames: [(at: Double?, value: MotionVector, easing: Easing?)], template: MotionTemplate)? {
    guard let attribute = NodeProperties.attribute(property.rawValue) else { return nil }
    var frames: [(at: Double?, value: MotionVector, easing: Easing?)] = []
    var template: MotionTemplate?
    for keyframe in keyframes {
      if property == .transform {
        guard case .map = keyframe.value else { return nil }
        frames.append((keyframe.at, TransformParts(keyframe.value).motionVector, keyframe.easing))
        template = .transform
        continue
      }
      var properties = NodeProperties()
      guard (try? attribute.set(&properties, keyframe.value)) != nil, let ends = property.ends(from: properties, to: properties) else {
        return nil
      }
      if let last = frames.last, last.value.count != ends.to.count { return nil }
      frames.append((keyframe.at, ends.to, keyframe.easing))
      template = ends.template
    }
    return template.map { (frames, $0) }
  }
}

extension TransformParts {
  /// Creates a transform from a map with `rotate` (degrees), `scale`, `x` and `y`.
  init(_ value: AttributeValue) {
    let scale = value["scale"]?.number ?? 1
    self.init(
      translation: Point(value["x"]?.number ?? 0, value["y"]?.number ?? 0), scale: Size(scale, scale),
      rotation: (value["rotate"]?.number ?? 0) * .pi / 180)
  }
}
