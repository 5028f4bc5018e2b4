internal import CRender

/// Mask function of a group that masks the content below it. Source: CSS Masking 1, section 7.10.1.
public enum MaskKind: Sendable, Hashable {
  /// Multiplies by the mask's alpha.
  case alpha
  /// Multiplies by the mask's luminance times its alpha.
  case luminance
  /// As `luminance`, computed in linear light.
  case linearLuminance
}

extension Canvas {
  /// Ends the last group and masks the content below with it, inside the group's clip. The group's opacity applies, its blend mode does
  /// not.
  public func endGroup(asMask kind: MaskKind) {
    let code =
      switch kind {
      case .alpha: CR_MASK_ALPHA
      case .luminance: CR_MASK_LUMINANCE
      case .linearLuminance: CR_MASK_LUMINANCE_LINEAR
      }
    cr_canvas_end_group_as_mask(handle, code)
  }

  /// Sets whether fills and strokes are aliased: coverage of at least half counts as full, less as none. Part of ``save()`` and
  /// ``restore()``.
  public func setAliased(_ aliased: Bool) { cr_canvas_set_aliased(handle, aliased) }
}
