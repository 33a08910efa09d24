import ReelFiles
@testable import ReelInk

/// A small file of each format, written for these tests.
enum InkSamples {
  static let quickDrawRaw = """
    {"word":"hat","key_id":"17","recognized":true,"drawing":[[[0.5,10,20],[-3,0,5.25],[0,16,16]],[[4],[4],[400]]]}
    {"word":"cat","key_id":"18","recognized":false,"drawing":[[[1,2],[3,4],[1,9]]]}

    """
  static let quickDrawArray = """
    [{"word":"hat","key_id":"17","drawing":[[[0,10],[0,5]]]},
     {"word":"\\u00e9t\\u00e9 \\ud83d\\ude00","key_id":18,"drawing":[[[1,2,3],[3,4,5]],[[7],[8]]]}]
    """
  static let inkML = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- a comment -->
    <inkml:ink xmlns:inkml="http://www.w3.org/2003/InkML">
      <inkml:definitions>
        <inkml:canvas xml:id="c"><inkml:traceFormat><inkml:channel name="Y"/><inkml:channel name="X"/></inkml:traceFormat></inkml:canvas>
        <inkml:context xml:id="ctx" canvasRef="#c">
          <inkml:timestamp xml:id="ts" timeString="2021-09-14"/>
          <inkml:inkSource xml:id="src">
            <inkml:traceFormat>
              <inkml:channel name="F"/><inkml:channel name="X"/><inkml:channel name="Y"/>
              <inkml:channel name="T" units="ms" respectTo="#ts"/>
            </inkml:traceFormat>
          </inkml:inkSource>
        </inkml:context>
        <inkml:trace>9 9 9 9</inkml:trace>
      </inkml:definitions>
      <inkml:trace contextRef="#ctx" type="penUp">0 1 1 5, 0 2 2 7</inkml:trace>
      <inkml:traceGroup contextRef="#ctx"><inkml:traceGroup>
        <inkml:trace type="penDown" timeOffset="100">100 10 20 100,'1'2'3'8,
          -1 4-5 8 , "0"1"-1"0</inkml:trace>
        <inkml:trace>7 1.5-2 200,! 8 !30!40!216</inkml:trace>
      </inkml:traceGroup></inkml:traceGroup>
    </inkml:ink>
    """
  static let inkMLPlain = "<ink><trace id='a'>1 2, 3 4, #A T</trace><trace/><trace>5 6,* 9</trace></ink>"
  static let unipen = """
    .VERSION 1.0
    .COMMENT .PEN_DOWN is only a word here
    12 13 14
    .COORD X Y T
    .X_POINTS_PER_INCH 100
    .Y_POINTS_PER_INCH 200
    .PEN_DOWN
    10 20 0
    11 22 10
    11 22 10
    .PEN_UP
    12 23 20
    .PEN_DOWN
    30 40 100
    .PEN_UP
    """
  static let unipenWithRate = """
    .COORD Y X
    .POINTS_PER_SECOND 100
    .PEN_DOWN
    1 2
    3 4
    .PEN_UP
    0 0
    0 0
    .PEN_DOWN 5 6
    """
  static let kanji = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.0//EN" "svg10.dtd" [
    <!ATTLIST g xmlns:kvg CDATA #FIXED "http://kanjivg.tagaini.net" kvg:element CDATA #IMPLIED >
    <!-- ]> --> <!ENTITY x "&x;&x;">
    ]>
    <svg xmlns="http://www.w3.org/2000/svg" width="109" height="109" viewBox="0 0 109 109">
    <g id="kvg:StrokePaths_1"><g id="kvg:1" kvg:element="十">
      <g kvg:element="一"><path id="kvg:1-s1" d="M10,50c20,0,60-3,80,0"/></g>
      <path id="kvg:1-s2" d="M50,10v80"/>
    </g></g>
    <g id="kvg:StrokeNumbers_1"><text transform="matrix(1 0 0 1 4 5)">1</text></g>
    </svg>
    """
  static let svg = """
    <svg xmlns="http://www.w3.org/2000/svg">
      <defs><path d="M0 0L99 99"/></defs>
      <g transform="translate(10 20) scale(2)">
        <path d="M0 0L1 1M2 2L3 3"/><polyline points="0,0 4,0 4 4 9"/><line x1="1" y1="1" x2="5"/>
      </g>
      <polygon points="0 0 1 0 1 1" transform="what"/>
      <rect width="5" height="5"/><g style="display : none"><path d="M5 5L6 6"/></g>
      <path d="M1 1L2 2L3"/><path/><path d=""/><svg:path xmlns:svg="u" d="M0&#x20;0&#32;L7,7"/>
    </svg>
    """
  static let font = """
    <svg><metadata>A &lt;test&gt; <![CDATA[<glyph unicode="A">]]></metadata><defs><font horiz-adv-x="500">
      <font-face units-per-em="1000"/><missing-glyph/>
      <glyph unicode="l" d="M100 700L100 0" horiz-adv-x="200"/>
      <glyph unicode="&#x22;" d="M0 700V600M50 700V600"/>
      <glyph unicode="ll" d="M0 0H9"/>
      <glyph unicode="&amp;" d="M0 0L500 500"/><glyph unicode="n"/>
    </font></defs></svg>
    """
  static let pointerColumns = """
    {"x":[0,1,2.5,3,9,10,11],"y":[0,1,2,3,9,10,11],"time":[5.25,6,6,7,20,30,31.5],
     "pressure":[0,0.5,0.4,0,0,1,1],"buttons":[0,1,1,0,-1,1,1],"button":[-1,0,-1,0,-1,0,-1],"pointerType":"pen"}
    """
  static let pointerEvents = """
    [{"type":"pointermove","clientX":1,"clientY":1,"timeStamp":1,"pointerId":71},
     {"type":"pointerdown","clientX":2,"clientY":2,"timeStamp":2,"pointerId":71},
     {"type":"pointerdown","clientX":8,"clientY":8,"timeStamp":3,"pointerId":5},
     {"type":"pointermove","clientX":3,"clientY":3,"timeStamp":4,"pointerId":71},
     {"type":"pointermove","clientX":9,"clientY":9,"timeStamp":4,"pointerId":5},
     {"type":"pointerup","clientX":3,"clientY":3,"timeStamp":5,"pointerId":71},
     {"type":"pointermove","clientX":4,"clientY":4,"timeStamp":6,"pointerId":71},
     {"type":"pointercancel","clientX":9,"clientY":9,"timeStamp":7,"pointerId":5}]
    """
  static let uji = """
    // comment
    WORD a w1
      NUMSTROKES 1
      POINTS 2 # 1 2 3 4
    WORD ; w2
      NUMSTROKES 2
      POINTS 1 # 5 6
      POINTS 3 # 5 6 7 -8 9 10.5
    """
  static let session = """
    {"format":"reel-trace","version":1,"name":"T","canvas":[100,200],"maxDistance":10,"rule":"inOrder","expected":["M10 10L90 10"]}
    [0,"began",10,10,0]
    [5,"began",10,90,1]
    [8,"moved",50,10,0]
    {"weather":"fine"}
    [9,"moved",50,90,1]
    [12,"ended",90,10,0]
    [12,"ended",50,90,1]
    [15,"moved",1,1,0]
    """

  static let excalidraw = """
    {"type":"excalidraw","version":2,"elements":[
      {"type":"text","x":0,"y":0,"text":"\\"drawing\\""},
      {"type":"freedraw","x":10,"y":20,"angle":0,"points":[[0,0],[4,2,9]]},
      {"type":"draw","x":100,"y":0,"angle":1.5707963267948966,"points":[[0,0],[8,0],[8,4]]},
      {"type":"freedraw","x":1,"y":1,"isDeleted":true,"points":[[0,0]]}],"files":{}}
    """
  static let excalidrawLibrary = """
    {"type":"excalidrawlib","version":2,"libraryItems":[{"name":"first","elements":[{"type":"line"}]},
      {"name":"second","elements":[{"type":"freedraw","x":1,"y":2,"points":[[0,0],[1,1]]}]}]}
    """
  static let tldraw = """
    {"tldrawFileFormatVersion":1,"schema":{"schemaVersion":2},"records":[
      {"id":"page:b","typeName":"page","index":"a2","name":"second"},{"id":"page:a","typeName":"page","index":"a1","name":"first"},
      {"id":"shape:g","typeName":"shape","type":"group","index":"a2","parentId":"page:b","x":100,"y":0,"rotation":1.5707963267948966},
      {"id":"shape:c","typeName":"shape","type":"draw","index":"a1","parentId":"shape:g","x":10,"y":0,"rotation":0,
       "props":{"segments":[{"type":"free","path":"AAAgQQAAoEEAAAA/ADwAQAAAAMIAOAAA"}],"scaleX":2,"scaleY":1}},
      {"id":"shape:b","typeName":"shape","type":"highlight","index":"a1","parentId":"page:b","x":5,"y":6,
       "props":{"segments":[{"type":"free","points":"AAAAAAA4AEAAPgA4AYAAAAA4"}]}},
      {"id":"shape:a","typeName":"shape","type":"draw","index":"a0","parentId":"page:b","x":1,"y":2,
       "props":{"segments":[{"type":"free","points":[{"x":0,"y":0},{"x":3,"y":4}]},{"type":"straight","points":[{"x":3,"y":4}]}]}},
      {"id":"shape:t","typeName":"shape","type":"text","index":"a9","parentId":"page:b","x":0,"y":0,"props":{}}]}
    """
  static let rnote = """
    {"version":"0.9.0","data":{"engine_snapshot":{
      "stroke_components":[{"value":null,"version":0},
        {"value":{"brushstroke":{"path":{"start":{"pos":[1,2],"pressure":0.5},
          "segments":[{"lineto":{"end":{"pos":[3,4]}}},{"quadbezto":{"cp":[3,4],"end":{"pos":[3,4]}}}]}}}},
        {"value":{"brushstroke":{"path":{"start":{"pos":[9,9]},"segments":[]}}}},{"value":{"textstroke":{}}}],
      "chrono_components":[{"value":null},{"value":{"t":7}},{"value":{"t":2}},{"value":{"t":3}}]}}}
    """
  static let rnoteOld = """
    {"version":"0.5.5","data":{"store_snapshot":{
      "stroke_components":[{"value":{"brushstroke":{"path":[{"dot":{"element":{"pos":[1,1]}}},
        {"line":{"start":{"pos":[1,1]},"end":{"pos":[2,2]}}},
        {"cubbez":{"start":{"pos":[2,2]},"cp1":[2,2],"cp2":[5,2],"end":{"pos":[5,2]}}}]}}},
        {"value":{"brushstroke":{"path":[{"dot":{"element":{"pos":[8,8]}}}]}}}],
      "trash_components":[{"value":{"trashed":false}},{"value":{"trashed":true}}]}}}
    """
  static let hanziWriter = """
    {"character":"\\u5341","strokes":["M 1 2 Z"],"medians":[[[100,800],[200,700]],[[150,900],[150,-100]]]}
    {"character":"\\u4e00","strokes":["M 1 2 Z"],"medians":[[[0,0],[500,10]]]}

    """
  static let signaturePad = """
    [{"penColor":"black","points":[{"time":1000,"x":1,"y":2,"pressure":0},{"time":1016,"x":3.5,"y":4}]},
     {"penColor":"black","points":[{"time":1500,"x":9,"y":9}]}]
    """
  static let signaturePadOld = """
    [[{"x":1,"y":2,"time":1000,"color":"black"},{"x":3,"y":4,"time":1016,"color":"black"}],[{"x":9,"y":9,"time":1500}]]
    """
  static let xournal = """
    <?xml version="1.0" standalone="no"?>
    <xournal creator="xournalpp 1.2.3" fileversion="4"><title>T</title><preview>iVBORw0KGgo=</preview>
    <page width="595" height="841"><background type="solid"/><layer/></page>
    <page width="595" height="841"><layer><text x="1" y="1">12 13</text></layer>
    <layer><stroke tool="pen" width="1.41 0.5">10.5 20 11 21
    12 22</stroke><stroke tool="eraser" width="8">1 1 2 2</stroke><stroke tool="highlighter">5 6 7 8</stroke></layer></page>
    <page width="595" height="841"><layer><stroke tool="pen">30 31 32 33</stroke></layer></page></xournal>
    """
  static let iam = """
    <?xml version="1.0" encoding="ISO-8859-1"?>
    <WhiteboardCaptureSession><WhiteboardDescription><SensorLocation corner="top_left"/>
    <DiagonallyOppositeCoords x="6512" y="1376"/></WhiteboardDescription><StrokeSet>
    <Stroke colour="black" start_time="769.5" end_time="769.75"><Point x="10" y="20" time="769.5"/><Point x="11" y="22" time="769.75"/></Stroke>
    <Stroke colour="black"><Point x="30" y="40" time="770"/></Stroke></StrokeSet></WhiteboardCaptureSession>
    """
  static let scg = """
    SCG_INK
    2
    3
    78 54
    80 55.5
    -1 57
    1
    9 9
    """

  /// All of them, with the options each needs.
  static let animCJK = """
    <!-- a comment --><svg id="z21313" class="acjk" viewBox="0 0 1024 1024">
    <style><![CDATA[svg.acjk path[clip-path] {stroke-width:128}]]></style>
    <path id="z21313d1" d="M10 40H90V60H10Z"/><path id="z21313d2a" d="M40 10H60V50H40Z"/><path id="z21313d2b" d="M40 50H60V90H40Z"/>
    <defs><clipPath id="z21313c1"><use href="#z21313d1"/></clipPath><clipPath id="z21313c2a"><use href="#z21313d2a"/></clipPath>
    <clipPath id="z21313c2b"><use href="#z21313d2b"/></clipPath></defs>
    <path style="--d:1s;" clip-path="url(#z21313c1)" d="M 10,50 90,50"/>
    <path style="--d:2s;" clip-path="url(#z21313c2a)" d="M50 10L50 90"/><path clip-path="url(#z21313c2b)" d="M-50 10L50 90"/></svg>
    """
  static let sketchCanvas = """
    [{"drawMode":true,"strokeColor":"#000","strokeWidth":4,"paths":[{"x":1,"y":2},{"x":4,"y":6},{"x":4,"y":11}],
      "startTimestamp":1000,"endTimestamp":1100},
     {"drawMode":false,"strokeColor":"#fff","strokeWidth":9,"paths":[{"x":0,"y":0},{"x":9,"y":9}]},
     {"drawMode":true,"strokeColor":"#000","strokeWidth":4,"paths":[{"x":7,"y":7}],"startTimestamp":1500,"endTimestamp":1500}]
    """

  static let all: [(text: String, options: InkOptions)] = [
    (quickDrawRaw, InkOptions()), (quickDrawArray, InkOptions(index: 1)), (inkML, InkOptions()),
    (inkMLPlain, InkOptions()), (unipen, InkOptions()), (unipenWithRate, InkOptions()), (kanji, InkOptions()),
    (svg, InkOptions(pathsAreStrokes: true)), (font, InkOptions(text: "ll\nl&")), (pointerColumns, InkOptions()),
    (pointerEvents, InkOptions()), (uji, InkOptions(index: 1)), (session, InkOptions()),
    (excalidraw, InkOptions()), (excalidrawLibrary, InkOptions(index: 1)), (tldraw, InkOptions()),
    (rnote, InkOptions()),
    (rnoteOld, InkOptions()), (hanziWriter, InkOptions()), (signaturePad, InkOptions()),
    (signaturePadOld, InkOptions()), (xournal, InkOptions()), (iam, InkOptions()), (scg, InkOptions()),
    (animCJK, InkOptions()), (sketchCanvas, InkOptions()),
  ]

  /// Packs bytes as gzip does, without making them shorter: one stored block (RFC 1951, 3.2.4) with the checksum of RFC 1952.
  static func gzipped(_ bytes: [UInt8]) -> [UInt8] {
    precondition(bytes.count < 1 << 16, "one block holds no more")
    func words(_ value: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let crc = ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    let length = UInt32(bytes.count)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1] + words(length, 2) + words(~length, 2) + bytes + words(crc, 4)
      + words(length, 4)
  }

  static func read(_ text: String, _ options: InkOptions = InkOptions()) throws(FormatError) -> Ink {
    try InkFile.read(Array(text.utf8), name: "sample", options: options)
  }
}
