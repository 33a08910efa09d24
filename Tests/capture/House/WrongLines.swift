/// Command lines that are wrong, by the exit code that each has.
///
/// The files are those of `WrongLinesTests`. A word may be quoted, and `ESC` and `LONG` stand for a control character and for 4000 letters.
enum WrongLines {
  /// Words that are no commands, options or values.
  static let usage = """
    snowflke
    paint
    turtel a.logo
    -dash.yaml
    -help
    -h=1
    --help=1
    -hx
    -zq
    --unknown
    --thme night
    curve --center 0
    --fps
    -o
    --poster
    --theme
    --recipe
    curve --style
    still --at
    studio --port
    verify note.txt --junit
    play
    turtle
    check
    check clip.mp4
    verify
    recover
    join
    plan
    plan story.yaml
    preview
    storyboard
    terminal
    trace
    fixture
    --quiet=1
    --lossless=yes
    --quiet x
    --quiet clip.mp4
    --quiet snowflake
    studio one two
    storyboard new a.yaml b.yaml
    help nope
    help clip.mp4
    clip.mp4
    picture.png
    fr/
    fr
    ./fr
    -
    clip.mp4 clip.mp4 -o a.mp4
    clip.mp4 --raw bgra:64x64 -o a.mp4
    clip.mp4 --crop 1x -o a.mp4
    clip.mp4 --to 1 --from 2 -o a.mp4
    convert -o a.mp4
    --quiet --verbose
    --seconds 5 --frames 3
    --format y4m
    --poster-at 3
    --split chapters
    still --factor 2
    still --set a=b
    still story.yaml --theme night
    still clip.mp4 --size 64x64
    still terminal
    storyboard schema a.yaml
    verify clip.mp4 --ffmpeg ffmpeg
    check clip.mp4 --recipe r.json extra
    trace --font a.svg
    trace --alphabet joined
    terminal story.yaml --check a.txt
    --jobs 2 --part 1/2
    fixture -o a.mp4 --out d
    """

  /// Values that an option does not take.
  static let values = """
    --fps abc
    --fps 0
    --fps nan
    --fps LONG
    --fps aESCb
    --seconds -1
    --seconds inf
    --frames 0
    --frames x
    --size 0x0
    --size 99999x99999
    --size 8x8
    --size 641x480
    --size wide
    --scale 99
    --levels 99
    --levels 5...2
    --growth 2
    --style zigzag
    --theme Nigth
    --theme LONG
    --theme aESC[31mb
    --background nocolor
    --codec x265
    --codec libx264
    --codec h267
    --codec ''
    --crf 99
    --crf 60
    --crf 60 --codec hevc
    --crf x
    --preset vfast
    --pixel-format yuv999
    --converter x
    --stills x
    --format x
    --for x
    --for github -o a.mkv
    --split x
    --jobs 0
    --part 3
    --part x/y
    --part 9/8
    --max-bytes x
    --sheet 4
    --sheet x -o a.png
    --poster a.txt
    --colors 1 -o a.gif
    --quality 1000 -o a.gif
    --loop x -o a.gif
    --dither x -o a.gif
    --matte x -o a.gif
    -o a
    -o LONG
    -o a.avi
    -o ''
    zoom --factor 0
    zoom --center x
    curve nope
    curve --rules x
    curve --angle 999
    still --at x
    still --at 31
    still clip.mp4 --at 99
    still picture.png --at 1
    still --size 320x180 --box x
    still --size 320x180 --box 300x100+100+20
    still --size 320x180 --blur 20x20+310+0
    still --size 320x180 --arrow 20,20
    still --size 320x180 --arrow 20,20-20,20
    still --size 320x180 --arrow 20,20-320,20
    still --size 320x180 --note Hello
    still --size 320x180 --note 20,20:
    still --size 320x180 --note 20,180:Low
    still -o a.txt
    still curve dragon --at 99
    still curve --angle 999 --at 1
    studio --port abc
    plan story.yaml --parts 0
    plan story.yaml --parts 2 --for slrm
    storyboard nwe
    verify clip.mp4 --expect foo=1
    verify clip.mp4 --expect dropped
    verify clip.mp4 --jobs x
    verify clip.mp4 --jobs 0
    check clip.mp4 --recipe story.yaml --min-psnr x
    fixture -o a.xyz
    fixture -o a.mp4 --pattern Bars2
    fixture -o a.mp4 --frames x
    fixture -o a.mp4 --bitrate x
    fixture -o a.mp4 --jitter x
    fixture -o a.mp4 --gap x
    fixture -o a.mp4 --drop x
    fixture -o a.mp4 --crf 99
    fixture -o a.mp4 --codec 'no codec'
    trace --letters A --hand nobody
    trace --letters A --rule x
    trace --letters A --index -1
    terminal demo.cast --cols 0
    terminal demo.cast --theme nothing
    """

  /// Files that hold something else than what is read.
  static let content = """
    junk.dat
    note.txt
    convert note.txt -o a.gif
    convert junk.dat -o a.gif
    bad.yaml
    LINK
    play clip.mp4
    play fr
    play note.txt
    terminal clip.mp4
    terminal note.txt
    terminal fr
    trace clip.mp4
    trace picture.png
    trace note.txt
    turtle clip.mp4
    turtle junk.dat
    turtle note.txt
    turtle fr
    still note.txt
    still fr
    plan clip.mp4 --parts 2
    preview clip.mp4 --port 0
    preview fr --port 0
    studio junk.dat --port 0
    check clip.mp4 --recipe clip.mp4
    check clip.mp4 --recipe note.txt
    verify note.txt
    verify clip.mp4
    recover clip.mp4
    fixture --suite clip.mp4 --out d
    fixture --suite note.txt --out d
    trace --letters A --font clip.mp4
    trace --letters A --alphabet clip.mp4
    terminal demo.cast --theme-file clip.mp4
    """

  /// Files and folders that are not there.
  static let missing = """
    nothere.mp4
    nothere.yaml
    nothere.tape
    nothere.cast
    nothere.xyz
    ./nothere
    no/such/file
    LONG.mp4
    aESCb.mp4
    play nothere.yaml
    terminal nothere.cast
    terminal nothere.tape
    trace nothere.jsonl
    turtle nothere.logo
    still nothere.cast
    still nothere.yaml
    preview nothere.yaml --port 0
    studio nothere.yaml --port 0
    verify nothere.mp4
    check clip.mp4 --recipe nothere.json
    recover nothere.partial.mp4
    join nothere
    plan nothere.yaml --parts 2
    fixture --suite nothere.yaml --out d
    play story.yaml --data nothere.csv -o '{n}.mp4'
    """

  /// Encoders that this FFmpeg does not have.
  static let unavailable = """
    --encoder nope
    fixture -o a.mp4 --codec h265x
    verify clip.mp4 --vmaf --ffmpeg nope
    """
}
