internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// Content of an `image`.
enum SVGLoadedPicture {
  case pixels(PixelBuffer)
  case document(SVGDocument)
}

extension SVGReading {
  /// Adds an `image`: pixels, or another document.
  func addImage(_ node: Int, _ state: State, to group: inout SVGGroup) {
    guard count(node), isVisible(node), !state.isInClip, let loaded = load(node) else { return }
    let origin = Point(length("x", .x, of: node, state) ?? 0, length("y", .y, of: node, state) ?? 0)
    let (w, h) = (length("width", .x, of: node, state), length("height", .y, of: node, state))
    let aspect = attribute("preserveAspectRatio", of: node).flatMap(SVGAspect.init) ?? SVGAspect()
    guard case .pixels(let pixels) = loaded else {
      if case .document(let document) = loaded { addDocument(document, origin, w, h, aspect, to: &group) }
      return
    }
    let own = Size(Double(pixels.width), Double(pixels.height))
    guard let target = Self.target(origin, w, h, own) else { return }
    let rect = aspect.transform(from: Rect(size: own), to: target).apply(Rect(size: own))
    let item = SVGItem.image(SVGImage(pixels: pixels, rect: rect, quality: quality(of: node)))
    addCut(item, to: target, cuts: aspect.slices && aspect.align != nil, to: &group)
  }

  /// Returns the picture that an element refers to, fitted into a rectangle; nil if there is none.
  func picture(of node: Int, in rect: Rect) -> SVGGroup? {
    guard let loaded = load(node) else { return nil }
    let aspect = attribute("preserveAspectRatio", of: node).flatMap(SVGAspect.init) ?? SVGAspect()
    var group = SVGGroup()
    switch loaded {
    case .document(let document): addDocument(document, rect.origin, rect.width, rect.height, aspect, to: &group)
    case .pixels(let pixels):
      let own = Rect(0, 0, Double(pixels.width), Double(pixels.height))
      let item = SVGItem.image(SVGImage(pixels: pixels, rect: aspect.transform(from: own, to: rect).apply(own), quality: quality(of: node)))
      addCut(item, to: rect, cuts: aspect.slices && aspect.align != nil, to: &group)
    }
    group.measure()
    return group.children.isEmpty ? nil : group
  }

  private func quality(of node: Int) -> ImageQuality {
    ["optimizeSpeed", "pixelated", "crisp-edges"].contains(inherited("image-rendering", of: node) ?? "") ? .nearest : .good
  }

  private func addCut(_ item: SVGItem, to target: Rect, cuts: Bool, to group: inout SVGGroup) {
    guard cuts else { return group.children.append(item) }
    var clipped = SVGGroup()
    clipped.clip = Self.clip(to: target)
    clipped.children = [item]
    clipped.measure()
    append(clipped, to: &group)
  }

  private static func target(_ origin: Point, _ w: Double?, _ h: Double?, _ own: Size) -> Rect? {
    guard own.width > 0, own.height > 0 else { return nil }
    let size =
      switch (w, h) {
      case (let w?, let h?): Size(w, h)
      case (let w?, nil): Size(w, own.height * w / own.width)
      case (nil, let h?): Size(own.width * h / own.height, h)
      default: own
      }
    return size.width > 0 && size.height > 0 ? Rect(origin: origin, size: size) : nil
  }

  /// Returns the picture that an element refers to, read once for all of its copies; nil if it cannot be read.
  private func load(_ node: Int) -> SVGLoadedPicture? {
    let origin = tree[node].origin
    if origin >= 0, let known = pictures[origin] { return known }
    guard let href = attribute("href", of: node)?.trimmed, let bytes = bytes(of: href) else { return nil }
    let loaded = picture(bytes, node)
    if origin >= 0 { pictures[origin] = .some(loaded) }
    return loaded
  }

  private func picture(_ bytes: [UInt8], _ node: Int) -> SVGLoadedPicture? {
    guard spend(.bytes, bytes.count, at: node) else { return nil }
    guard Self.isMarkup(bytes) else {
      // Pictures that are too large are not decoded.
      let known = options.decodedBytes?(bytes)
      guard spend(.pixels, known ?? 0, at: node), let pixels = options.decode(bytes), pixels.width > 0, pixels.height > 0,
        known != nil || spend(.pixels, 4 * pixels.width * pixels.height, at: node)
      else { return nil }
      return .pixels(pixels)
    }
    // A nested document may contain pixels, but may not refer to files.
    var inner = options
    inner.load = { _ in nil }
    guard nesting < 4 else { return nil }
    let document = try? SVGDocument(parsing: bytes, named: source, options: inner, nesting: nesting + 1, budget: budget)
    // A refused document has used the budget as well.
    guard spend(.visits, 0, at: node) else { return nil }
    return document.map { .document($0) }
  }

  private func addDocument(
    _ document: SVGDocument, _ origin: Point, _ w: Double?, _ h: Double?, _ aspect: SVGAspect, to group: inout SVGGroup
  ) {
    guard let target = Self.target(origin, w, h, document.size) else { return }
    var content = document.content
    content.transform = document.fit.then(aspect.transform(from: Rect(size: document.size), to: target))
    var clipped = SVGGroup()
    clipped.clip = Self.clip(
      to: aspect.slices ? target : aspect.transform(from: Rect(size: document.size), to: target).apply(Rect(size: document.size)))
    append(content, to: &clipped)
    clipped.measure()
    append(clipped, to: &group)
  }

  static func isMarkup(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0x1F, 0x8B]) { return true }
    let head = bytes.prefix(256).drop { Scanner.isSpace($0) || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    return head.first == UInt8(ascii: "<")
  }

  /// Returns the bytes of a `data:` URL or a file.
  private func bytes(of href: String) -> [UInt8]? {
    guard href.hasPrefix("data:") else {
      // No network, no absolute paths, no escape from the folder through a scheme.
      guard !href.contains(":"), !href.hasPrefix("/"), !href.hasPrefix("#"), !href.isEmpty else { return nil }
      return options.load(href)
    }
    return DataURL.bytes(of: href)
  }
}
