// Module that apps import: nodes, layout, drawing, containers and standard node types. Contains the parts enabled in the package's build,
// by default all (docs/player.md).
@_exported public import Tessera
@_exported public import TesseraContainers
@_exported public import TesseraGeometry
@_exported public import TesseraLayout
@_exported public import TesseraMessages
@_exported public import TesseraRender

#if TextPlugin
  @_exported public import TextPlugin
#endif

#if ImagePlugin
  @_exported public import ImagePlugin
  @_exported public import TesseraPictures
#endif

#if APNGCodec
  @_exported public import APNGCodec
#endif

#if GIFCodec
  @_exported public import GIFCodec
#endif

#if WebPCodec
  @_exported public import WebPCodec
#endif

#if BitmapCodecs
  @_exported public import BitmapCodecs
#endif

#if AVIFCodec
  @_exported public import AVIFCodec
#endif

#if Network
  @_exported public import TesseraLoading
#endif

#if SVGCodec
  @_exported public import SVGCodec
#endif

#if LottieCodec
  @_exported public import LottieCodec
#endif

#if ButtonPlugin
  @_exported public import ButtonPlugin
#endif

#if EditableTextPlugin
  @_exported public import EditableTextPlugin
#endif

#if VideoFramePlugin
  @_exported public import VideoFramePlugin
#endif

#if ShapePlugin
  @_exported public import ShapePlugin
#endif

#if IconPlugin
  @_exported public import IconPlugin
#endif
#if ControlsPlugin
  @_exported public import ControlsPlugin
#endif
#if MapPlugin
  @_exported public import MapPlugin
#endif
#if KeyboardPlugin
  @_exported public import KeyboardPlugin
#endif
#if CodesPlugin
  @_exported public import CodesPlugin
#endif
#if ChartPlugin
  @_exported public import ChartPlugin
#endif
#if GridPlugin
  @_exported public import GridPlugin
#endif
#if PickersPlugin
  @_exported public import PickersPlugin
#endif
#if Sound
  @_exported public import TesseraSound
#endif
#if VideoPlugin
  @_exported public import TesseraVideo
  @_exported public import VideoPlugin
#endif
