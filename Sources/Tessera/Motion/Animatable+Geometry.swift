internal import Glibc
public import TesseraGeometry

extension Point: Animatable {
  public var motionVector: MotionVector { MotionVector(SIMD8(x, y, 0, 0, 0, 0, 0, 0), count: 2) }
  public func moved(to vector: MotionVector) -> Point { Point(vector[0], vector[1]) }
  public var motionTolerance: MotionVector { MotionVector([0.1]) }
}

extension Size: Animatable {
  public var motionVector: MotionVector { MotionVector(SIMD8(width, height, 0, 0, 0, 0, 0, 0), count: 2) }
  public func moved(to vector: MotionVector) -> Size { Size(vector[0], vector[1]) }
  public var motionTolerance: MotionVector { MotionVector([0.1]) }
}

extension Insets: Animatable {
  public var motionVector: MotionVector { MotionVector(SIMD8(top, right, bottom, left, 0, 0, 0, 0), count: 4) }
  public func moved(to vector: MotionVector) -> Insets { Insets(top: vector[0], right: vector[1], bottom: vector[2], left: vector[3]) }
  public var motionTolerance: MotionVector { MotionVector([0.1]) }
}

extension CornerRadii: Animatable {
  public var motionVector: MotionVector { MotionVector(SIMD8(topLeft, topRight, bottomRight, bottomLeft, 0, 0, 0, 0), count: 4) }
  public func moved(to vector: MotionVector) -> CornerRadii {
    CornerRadii(
      topLeft: max(0, vector[0]), topRight: max(0, vector[1]), bottomRight: max(0, vector[2]), bottomLeft: max(0, vector[3]))
  }
  public var motionTolerance: MotionVector { MotionVector([0.1]) }
}

/// Transform in parts: skew, then scale, then rotation, then translation. A value; any thread.
///
/// It represents whole turns, which a `Transform` cannot.
public struct TransformParts: Sendable, Hashable {
  /// Translation, logical units.
  public var translation: Point
  /// Scale for each axis; negative values mirror.
  public var scale: Size
  /// Rotation, radians, clockwise; any number of turns.
  public var rotation: Double
  /// Horizontal skew: displacement of x for each unit of y, before the other parts.
  public var skew: Double

  /// Creates a transform from parts.
  public init(translation: Point = .zero, scale: Size = Size(1, 1), rotation: Double = 0, skew: Double = 0) {
    (self.translation, self.scale, self.rotation, self.skew) = (translation, scale, rotation, skew)
  }

  /// Decomposes a transform. Its rotation is within half a turn.
  ///
  /// Source: CSS Transforms Level 1, section 13.1 (decomposing a 2D matrix), by QR.
  public init(_ t: Transform) {
    let sx = hypot(t.a, t.b)
    let determinant = t.a * t.d - t.b * t.c
    guard sx > 0 else {
      self.init(translation: Point(t.tx, t.ty), scale: Size(0, hypot(t.c, t.d)), rotation: atan2(-t.c, t.d), skew: 0)
      return
    }
    let sy = determinant / sx
    // Remainder of the y column after rotation, as a fraction of the x scale.
    let skew = (t.a * t.c + t.b * t.d) / (sx * sx)
    self.init(translation: Point(t.tx, t.ty), scale: Size(sx, sy), rotation: atan2(t.b, t.a), skew: skew)
  }

  /// Combined transform.
  public var transform: Transform {
    let (s, c) = (sin(rotation), cos(rotation))
    // [sx, 0; skew sx, sy], rotated.
    let (shear, high) = (skew * scale.width, scale.height)
    return Transform(
      a: c * scale.width, b: s * scale.width, c: c * shear - s * high, d: s * shear + c * high, tx: translation.x, ty: translation.y)
  }

  var vector: SIMD8<Double> { SIMD8(translation.x, translation.y, rotation, scale.width, scale.height, skew, 0, 0) }

  init(_ v: MotionVector) {
    self.init(translation: Point(v[0], v[1]), scale: Size(v[3], v[4]), rotation: v[2], skew: v[5])
  }
}

extension TransformParts: Animatable {
  public var motionVector: MotionVector { MotionVector(vector, count: 6) }
  public func moved(to vector: MotionVector) -> TransformParts { TransformParts(vector) }
  public var motionTolerance: MotionVector { MotionVector([0.1, 0.1, 0.0005, 0.0005, 0.0005, 0.0005]) }
}

extension Transform: Animatable {
  /// Parts: translation, rotation, scale, skew.
  public var motionVector: MotionVector { TransformParts(self).motionVector }
  public func moved(to vector: MotionVector) -> Transform { TransformParts(vector).transform }
  public var motionTolerance: MotionVector { TransformParts().motionTolerance }

  /// Returns the parts with a rotation within half a turn of the one in `vector`, for the shorter direction.
  func motionVector(near vector: MotionVector) -> MotionVector {
    var own = motionVector
    own.head[2] += ((vector[2] - own.head[2]) / (2 * .pi)).rounded() * 2 * .pi
    return own
  }
}
