internal import CRender

/// What a group that ends as a mask leaves of what is beneath it. Source: CSS Masking 1, section 7.10.1.
public enum MaskKind: Sendable, Hashable {
  /// As much as its alpha says.
  case alpha
  /// As much as its luminance times its alpha says.
  case luminance
  /// The same by the luminance of linear light.
  case linearLuminance
}

extension Canvas {
  /// Ends the last group by masking what is beneath it, within the clip that it began with; its opacity counts, its blend mode does not.
  public func endGroup(asMask kind: MaskKind) {
    let code =
      switch kind {
      case .alpha: CR_MASK_ALPHA
      case .luminance: CR_MASK_LUMINANCE
      case .linearLuminance: CR_MASK_LUMINANCE_LINEAR
      }
    cr_canvas_end_group_as_mask(handle, code)
  }

  /// Whether fills and strokes from now on have no half covered pixels: at least half is all, less is nothing. ``save()`` and ``restore()`` keep it.
  public func setAliased(_ aliased: Bool) { cr_canvas_set_aliased(handle, aliased) }
}
