internal import Tessera

/// The same picture with more pixels, for displays with a larger scale. A value.
public struct ImageVariant: Sendable, Hashable {
  /// Pixels of the variant per logical unit, 2 for a file like `logo@2x.png`.
  public var scale: Double
  /// File, or pixels in memory; not a URL.
  public var source: ImageSource

  /// Creates a variant.
  public init(scale: Double, _ source: ImageSource) { (self.scale, self.source) = (scale, source) }

  /// Creates a variant from a file.
  public init(scale: Double, file: String) { self.init(scale: scale, .file(file)) }
}

extension Image {
  /// Returns the image with the source for a display of `scale`: of those with at least so many pixels the smallest, else the largest.
  func variant(for scale: Double) -> Image {
    guard !scaleVariants.isEmpty, scale.isFinite else { return self }
    var best: (scale: Double, source: ImageSource?) = (imageScale, source)
    for variant in scaleVariants where variant.scale.isFinite && variant.scale > 0 {
      let isEnough = best.scale >= scale
      if isEnough ? variant.scale >= scale && variant.scale < best.scale : variant.scale > best.scale {
        best = (variant.scale, variant.source)
      }
    }
    var image = self
    (image.imageScale, image.source) = best
    return image
  }

  static let scaleVariantsAttribute = NodeAttribute<Image>(
    "scaleVariants", \.scaleVariants, kind: .list(.map(["scale": .number(0.01...100), "source": .asset])), affects: [.layout, .display],
    help: "Files with more pixels for displays with a larger scale: scale (pixels per logical unit) and source.",
    get: { image in
      image.scaleVariants.isEmpty
        ? nil
        : .list(image.scaleVariants.map { .map([("scale", .number($0.scale)), ("source", .text($0.source.location ?? ""))]) })
    },
    set: { image, new in
      image.scaleVariants = try (new.list ?? []).map { entry in
        guard let scale = entry["scale"]?.number, let location = entry["source"]?.text else {
          throw AttributeError(attribute: "scaleVariants", reason: "each entry must have `scale` and `source`")
        }
        let source = ImageSource(location: location)
        if case .url = source {
          throw AttributeError(attribute: "scaleVariants", reason: "`\(location)` is a URL; variants must be files")
        }
        return ImageVariant(scale: scale, source)
      }
    })
}
