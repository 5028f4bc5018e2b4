public import TesseraPictures

#if APNGCodec
  internal import APNGCodec
#endif
#if GIFCodec
  internal import GIFCodec
#endif
#if SVGCodec
  internal import SVGCodec
#endif
#if LottieCodec
  internal import LottieCodec
#endif
#if WebPCodec
  internal import WebPCodec
#endif
#if BitmapCodecs
  internal import BitmapCodecs
#endif
#if AVIFCodec
  internal import AVIFCodec
#endif

extension PictureCodecs {
  /// Formats of image nodes and ``ImageDecoder``: PNG, JPEG, and the parts in this build. Add your own here.
  public static let shared: PictureCodecs = {
    let codecs = PictureCodecs()
    #if APNGCodec
      codecs.add(APNGCodec())
    #endif
    #if GIFCodec
      codecs.add(GIFCodec())
    #endif
    #if WebPCodec
      codecs.add(WebPCodec())
    #endif
    #if BitmapCodecs
      for codec in BitmapCodec.all { codecs.add(codec) }
    #endif
    #if AVIFCodec
      codecs.add(AVIFCodec())
    #endif
    #if SVGCodec
      codecs.add(SVGCodec(pictures: codecs))
    #endif
    #if LottieCodec
      codecs.add(LottieCodec(pictures: codecs))
    #endif
    return codecs
  }()
}
