public import TesseraGeometry
public import TesseraRender

// Paints, borders, shadows and similar attributes; plugins declare theirs the same way.

extension NodeAttribute {
  /// Declares a paint that may be absent: a colour or a gradient.
  public static func paint(_ name: String, _ path: @autoclosure @escaping Path<Paint?>, affects: Invalidation? = nil, help: String) -> Self
  {
    Self(name, path(), kind: .paint, affects: affects, help: help, get: { $0[keyPath: path()]?.attributeValue }) { target, new in
      guard let paint = Paint(new) else {
        throw AttributeError(attribute: name, reason: Paint.expectation(new))
      }
      target[keyPath: path()] = paint
    }
  }

  /// Declares corner radii: one number or four.
  public static func radii(_ name: String, _ path: @autoclosure @escaping Path<CornerRadii>, affects: Invalidation? = nil, help: String)
    -> Self
  {
    let number = AttributeKind.number(0...100_000)
    return Self(
      name, path(), kind: .either([number, .list(number)]), affects: affects, help: help,
      get: {
        let r = $0[keyPath: path()]
        return r == CornerRadii(r.topLeft)
          ? .number(r.topLeft) : .list([r.topLeft, r.topRight, r.bottomRight, r.bottomLeft].map(AttributeValue.number))
      },
      set: { target, new in
        if let all = new.number {
          target[keyPath: path()] = CornerRadii(all)
        } else if let list = new.list?.compactMap(\.number), list.count == 4 {
          target[keyPath: path()] = CornerRadii(topLeft: list[0], topRight: list[1], bottomRight: list[2], bottomLeft: list[3])
        } else {
          throw AttributeError(attribute: name, reason: "must be one number, or four: top left, top right, bottom right, bottom left")
        }
      })
  }

  /// Declares a border that may be absent: a map with `width`, `color` and `style`.
  public static func border(_ name: String, _ path: @autoclosure @escaping Path<Border?>, affects: Invalidation? = nil, help: String)
    -> Self
  {
    Self(
      name, path(),
      kind: .map(["width": .number(0...10_000), "color": .color, "style": .choice(Border.Style.allCases.map(\.rawValue))]),
      affects: affects, help: help,
      get: {
        $0[keyPath: path()].map { border in
          let line: [(String, AttributeValue)] = [("width", .number(border.width.top)), ("color", .color(border.color))]
          return .map(border.style == .solid ? line : line + [("style", .text(border.style.rawValue))])
        }
      },
      set: { target, new in
        target[keyPath: path()] = Border(
          width: new["width"]?.number ?? 1, color: new["color"]?.color ?? .theme(.edge),
          style: new["style"]?.text.flatMap(Border.Style.init(rawValue:)) ?? .solid)
      })
  }

  /// Declares a shadow that may be absent: a map with `color`, `x`, `y`, `radius` and `spread`.
  public static func shadow(_ name: String, _ path: @autoclosure @escaping Path<Shadow?>, affects: Invalidation? = nil, help: String)
    -> Self
  {
    let length = AttributeKind.number(-10_000...10_000)
    return Self(
      name, path(), kind: .map(["color": .color, "x": length, "y": length, "radius": .number(0...1000), "spread": .number(-1000...1000)]),
      affects: affects,
      help: help,
      get: {
        $0[keyPath: path()].map {
          .map([
            ("color", .color($0.color)), ("x", .number($0.offset.x)), ("y", .number($0.offset.y)), ("radius", .number($0.radius)),
            ("spread", .number($0.spread)),
          ])
        }
      },
      set: { target, new in
        target[keyPath: path()] = Shadow(
          color: new["color"]?.color ?? .theme(.shadow),
          offset: Point(new["x"]?.number ?? 0, new["y"]?.number ?? 0), radius: new["radius"]?.number ?? 0,
          spread: new["spread"]?.number ?? 0)
      })
  }

  /// Declares a transform: a map with `rotate` in degrees, `scale`, `x` and `y`, applied in this order.
  public static func transform(_ name: String, _ path: @autoclosure @escaping Path<Transform>, affects: Invalidation? = nil, help: String)
    -> Self
  {
    let length = AttributeKind.number(-100_000...100_000)
    return Self(
      name, path(), kind: .map(["rotate": .number(-36_000...36_000), "scale": .number(-1000...1000), "x": length, "y": length]),
      affects: affects, help: help,
      get: { $0[keyPath: path()].attributeValue },
      set: { target, new in
        let scale = new["scale"]?.number ?? 1
        target[keyPath: path()] = Transform.rotation((new["rotate"]?.number ?? 0) * .pi / 180)
          .then(.scale(scale, scale)).then(.translation(new["x"]?.number ?? 0, new["y"]?.number ?? 0))
      })
  }

  /// Declares a placeholder: a map with `color`, `shape`, `blurHash` or `thumbHash`, `fade` and `delay` in seconds.
  static func placeholder(_ name: String, _ path: @autoclosure @escaping Path<Placeholder?>, help: String) -> Self {
    Self(
      name,
      kind: .map([
        "color": .paint, "shape": .choice(Placeholder.Shape.allCases.map(\.rawValue)), "fade": .number(0...60), "delay": .number(0...60),
        "blurHash": .text, "thumbHash": .text,
      ]), help: help,
      get: {
        $0[keyPath: path()].map { placeholder in
          var pairs: [(key: String, value: AttributeValue)] = [
            ("color", placeholder.paint.attributeValue), ("fade", .number(placeholder.fadeDuration)),
          ]
          if placeholder.shape != .box { pairs.append(("shape", .text(placeholder.shape.rawValue))) }
          switch placeholder.image?.text {
          case .blurHash(let text): pairs.append(("blurHash", .text(text)))
          case .thumbHash(let text): pairs.append(("thumbHash", .text(text)))
          case nil: break
          }
          if placeholder.delay != 0 { pairs.append(("delay", .number(placeholder.delay))) }
          return .map(pairs)
        }
      },
      set: { target, new in
        var placeholder = Placeholder(
          new["color"].flatMap { Paint($0) } ?? .theme(.well),
          shape: new["shape"]?.text.flatMap(Placeholder.Shape.init(rawValue:)) ?? .box, fadeDuration: new["fade"]?.number ?? 0,
          delay: new["delay"]?.number ?? 0)
        do throws(RenderError) {
          if let text = new["blurHash"]?.text { placeholder.image = try PlaceholderImage(blurHash: text) }
          if let text = new["thumbHash"]?.text { placeholder.image = try PlaceholderImage(thumbHash: text) }
        } catch {
          throw AttributeError(attribute: name, reason: "is wrong: \(error)")
        }
        target[keyPath: path()] = placeholder
      })
  }
}
