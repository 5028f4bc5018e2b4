extension StyleSpec {
  /// Properties of layers: layer type, `p` (paint) or `l` (layout), name, type, flags, default as JSON or `-`, and limits or names.
  ///
  /// Flags: `z` depends on the zoom, `d` depends on features, `i` interpolates, `t` has tokens. Source: MapLibre style specification, version 8.
  static let table = """
    background p background-color color zi "#000000"
    background p background-pattern resolvedImage z -
    background p background-opacity number zi 1 0..1
    fill l fill-sort-key number zd -
    fill p fill-antialias boolean z true
    fill p fill-opacity number zdi 1 0..1
    fill p fill-color color zdi "#000000"
    fill p fill-outline-color color zdi -
    fill p fill-translate array:number:2 zi [0,0]
    fill p fill-translate-anchor enum z "map" map,viewport
    fill p fill-pattern resolvedImage zd -
    line l line-cap enum z "butt" butt,round,square
    line l line-join enum zd "miter" bevel,round,miter
    line l line-miter-limit number zi 2
    line l line-round-limit number zi 1.05
    line l line-sort-key number zd -
    line p line-opacity number zdi 1 0..1
    line p line-color color zdi "#000000"
    line p line-translate array:number:2 zi [0,0]
    line p line-translate-anchor enum z "map" map,viewport
    line p line-width number zdi 1 0..
    line p line-gap-width number zdi 0 0..
    line p line-offset number zdi 0
    line p line-blur number zdi 0 0..
    line p line-dasharray array:number z - 0..
    line p line-pattern resolvedImage zd -
    line p line-gradient color i -
    circle l circle-sort-key number zd -
    circle p circle-radius number zdi 5 0..
    circle p circle-color color zdi "#000000"
    circle p circle-blur number zdi 0
    circle p circle-opacity number zdi 1 0..1
    circle p circle-translate array:number:2 zi [0,0]
    circle p circle-translate-anchor enum z "map" map,viewport
    circle p circle-pitch-scale enum z "map" map,viewport
    circle p circle-pitch-alignment enum z "viewport" map,viewport
    circle p circle-stroke-width number zdi 0 0..
    circle p circle-stroke-color color zdi "#000000"
    circle p circle-stroke-opacity number zdi 1 0..1
    heatmap p heatmap-radius number zdi 30 1..
    heatmap p heatmap-weight number zdi 1 0..
    heatmap p heatmap-intensity number zi 1 0..
    heatmap p heatmap-color color i -
    heatmap p heatmap-opacity number zi 1 0..1
    fill-extrusion p fill-extrusion-opacity number zi 1 0..1
    fill-extrusion p fill-extrusion-color color zdi "#000000"
    fill-extrusion p fill-extrusion-translate array:number:2 zi [0,0]
    fill-extrusion p fill-extrusion-translate-anchor enum z "map" map,viewport
    fill-extrusion p fill-extrusion-pattern resolvedImage zd -
    fill-extrusion p fill-extrusion-height number zdi 0 0..
    fill-extrusion p fill-extrusion-base number zdi 0 0..
    fill-extrusion p fill-extrusion-vertical-gradient boolean z true
    raster p raster-opacity number zi 1 0..1
    raster p raster-hue-rotate number zi 0
    raster p raster-brightness-min number zi 0 0..1
    raster p raster-brightness-max number zi 1 0..1
    raster p raster-saturation number zi 0 -1..1
    raster p raster-contrast number zi 0 -1..1
    raster p raster-resampling enum z "linear" linear,nearest
    raster p resampling enum z "linear" linear,nearest
    raster p raster-fade-duration number z 300 0..
    hillshade p hillshade-illumination-direction numberArray zi 335 0..359
    hillshade p hillshade-illumination-altitude numberArray zi 45 0..90
    hillshade p hillshade-illumination-anchor enum z "viewport" map,viewport
    hillshade p hillshade-exaggeration number zi 0.5 0..1
    hillshade p hillshade-shadow-color colorArray zi "#000000"
    hillshade p hillshade-highlight-color colorArray zi "#FFFFFF"
    hillshade p hillshade-accent-color color zi "#000000"
    hillshade p hillshade-method enum z "standard" standard,basic,combined,igor,multidirectional
    hillshade p resampling enum z "linear" linear,nearest
    color-relief p color-relief-opacity number zi 1 0..1
    color-relief p color-relief-color color i -
    color-relief p resampling enum z "linear" linear,nearest
    symbol l symbol-placement enum z "point" point,line,line-center
    symbol l symbol-spacing number zi 250 1..
    symbol l symbol-avoid-edges boolean z false
    symbol l symbol-sort-key number zd -
    symbol l symbol-z-order enum z "auto" auto,viewport-y,source
    symbol l icon-allow-overlap boolean z false
    symbol l icon-overlap enum z - never,always,cooperative
    symbol l icon-ignore-placement boolean z false
    symbol l icon-optional boolean z false
    symbol l icon-rotation-alignment enum z "auto" map,viewport,auto
    symbol l icon-size number zdi 1 0..
    symbol l icon-text-fit enum z "none" none,width,height,both
    symbol l icon-text-fit-padding array:number:4 zi [0,0,0,0]
    symbol l icon-image resolvedImage zdt -
    symbol l icon-rotate number zdi 0
    symbol l icon-padding padding zdi [2] 0..
    symbol l icon-keep-upright boolean z false
    symbol l icon-offset array:number:2 zdi [0,0]
    symbol l icon-anchor enum zd "center" center,left,right,top,bottom,top-left,top-right,bottom-left,bottom-right
    symbol l icon-pitch-alignment enum z "auto" map,viewport,auto
    symbol l text-pitch-alignment enum z "auto" map,viewport,auto
    symbol l text-rotation-alignment enum z "auto" map,viewport,viewport-glyph,auto
    symbol l text-field formatted zdt ""
    symbol l text-font array:string zd ["Open Sans Regular","Arial Unicode MS Regular"]
    symbol l text-size number zdi 16 0..
    symbol l text-max-width number zdi 10 0..
    symbol l text-line-height number zi 1.2
    symbol l text-letter-spacing number zdi 0
    symbol l text-justify enum zd "center" auto,left,center,right
    symbol l text-radial-offset number zdi 0
    symbol l text-variable-anchor array:enum z - center,left,right,top,bottom,top-left,top-right,bottom-left,bottom-right
    symbol l text-variable-anchor-offset variableAnchorOffsetCollection zdi -
    symbol l text-anchor enum zd "center" center,left,right,top,bottom,top-left,top-right,bottom-left,bottom-right
    symbol l text-max-angle number zi 45
    symbol l text-writing-mode array:enum z - horizontal,vertical
    symbol l text-rotate number zdi 0
    symbol l text-padding number zi 2 0..
    symbol l text-keep-upright boolean z true
    symbol l text-transform enum zd "none" none,uppercase,lowercase
    symbol l text-offset array:number:2 zdi [0,0]
    symbol l text-allow-overlap boolean z false
    symbol l text-overlap enum z - never,always,cooperative
    symbol l text-ignore-placement boolean z false
    symbol l text-optional boolean z false
    symbol p icon-opacity number zdi 1 0..1
    symbol p icon-color color zdi "#000000"
    symbol p icon-halo-color color zdi "rgba(0, 0, 0, 0)"
    symbol p icon-halo-width number zdi 0 0..
    symbol p icon-halo-blur number zdi 0 0..
    symbol p icon-translate array:number:2 zi [0,0]
    symbol p icon-translate-anchor enum z "map" map,viewport
    symbol p text-opacity number zdi 1 0..1
    symbol p text-color color zdi "#000000"
    symbol p text-halo-color color zdi "rgba(0, 0, 0, 0)"
    symbol p text-halo-width number zdi 0 0..
    symbol p text-halo-blur number zdi 0 0..
    symbol p text-translate array:number:2 zi [0,0]
    symbol p text-translate-anchor enum z "map" map,viewport
    """
}
