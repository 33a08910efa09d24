import ReelFiles
import Testing

@testable import ReelFormats

@Suite("XML")
struct XMLPullParserTests {
  /// The events of a document, short: `<a k=v>`, `</a>` and text as it is.
  private func events(_ text: String) throws(FormatError) -> String {
    var parser = XMLPullParser(try TextSource(Array(text.utf8), name: "x"))
    var result = ""
    while let event = try parser.next() {
      switch event {
      case .start(let name, let attributes):
        result += "<\(name)\(attributes.map { " \($0.name)=\($0.value)" }.joined())>"
      case .end(let name): result += "</\(name)>"
      case .text(let bytes): result += String(decoding: bytes, as: UTF8.self)
      }
    }
    return result
  }

  static let documents: [(String, String)] = [
    ("<a/>", "<a></a>"), ("<a></a >", "<a></a>"), ("<a ><b c='1'\nd = \"2\"/></a>", "<a><b c=1 d=2></b></a>"),
    ("<a>x<!-- <b> - -- -->y</a>", "<a>xy</a>"), ("<a><![CDATA[<b>&amp;]]]]></a>", "<a><b>&amp;]]</a>"),
    ("<a>&lt;&#65;&#x42;&#x1F600;&apos;&quot;&gt;&amp;</a>", "<a><AB😀'\">&</a>"),
    ("<a k='&#10;\n\t&lt;'/>", "<a k=\n  <></a>"), ("<?xml version='1.0'?>\n<?php <a> ?><a/>\n<!-- -->", "<a></a>"),
    ("<k:a é:b='ü' xml:id='1'/>", "<k:a é:b=ü xml:id=1></k:a>"),
    ("<!DOCTYPE a><a/>", "<a></a>"),
    ("<!DOCTYPE a SYSTEM '>]' [ <!-- ]> ' --> <!ENTITY b '<!>'> <?p ]> ?> ] ><a/>", "<a></a>"),
    ("<!DOCTYPE svg [\n<!ATTLIST g foo CDATA #IMPLIED>\n]>\n<svg><g foo=\"1\"/></svg>", "<svg><g foo=1></g></svg>"),
    ("<a><![CDATA[]]></a>", "<a></a>"),
  ]

  @Test("Documents give their elements, attributes and text", arguments: documents)
  func reads(text: String, expected: String) throws {
    #expect(try events(text) == expected)
  }

  static let faults: [(String, String)] = [
    ("", "expected an element, found none"), ("<", "expected the name of an element, found the end of the file"),
    ("<a", "expected > for <a>, found the end of the file"),
    ("<a b", "expected = after the attribute b, found the end of the file"),
    ("<a b=", "expected a quotation mark for the attribute b, found the end of the file"),
    ("<a b=1>", "expected a quotation mark for the attribute b, found “1>”"),
    ("<a b='1>", "expected the end of the attribute b, found the end of the file"),
    ("<a b='<'>", "expected the end of the attribute b, found <"),
    ("<a b='1'c='2'/>", "expected a space or > in <a>, found “c='2'/>”"),
    ("<a b='1' b='2'/>", "expected each attribute once, found b twice"),
    ("<a></b>", "expected </a>, found </b>"), ("</a>", "expected no </a>: it was not opened"),
    ("<a/><b/>", "expected nothing after the end of the first element"),
    ("<a/>x", "expected an element, found text outside of one"),
    ("x<a/>", "expected an element, found text outside of one"),
    ("<a>&b;</a>", "expected a character or one of XML's five entities, found &b;"),
    ("<a>&#0;</a>", "expected a character or one of XML's five entities, found &#0;"),
    ("<a>&#xD800;</a>", "expected a character or one of XML's five entities, found &#xD800;"),
    (
      "<a>&#99999999999999999999;</a>",
      "expected a character or one of XML's five entities, found &#99999999999999999999;"
    ),
    ("<a>&#+65;</a>", "expected a character or one of XML's five entities, found &#+65;"),
    ("<a>& b</a>", "expected a reference such as &amp; or &#65;, found “& b</a>”"),
    ("<!-- ", "expected the end of the comment, found the end of the file"),
    ("<a><![CDATA[x]]", "expected the end of the CDATA section, found the end of the file"),
    ("<!DOCTYPE a [", "expected the end of the document type, found the end of the file"),
    ("<!DOCTYPE a \"", "expected the end of the document type, found the end of the file"),
    ("<a/><!DOCTYPE a>", "expected the document type before the first element"),
    ("<?xml", "expected the end of the processing instruction, found the end of the file"),
    ("<![CDATA[x]]><a/>", "expected an element, found text outside of one"),
    ("<!-->", "expected the end of the comment, found the end of the file"),
  ]

  @Test("What is no XML is refused with what was expected", arguments: faults)
  func refuses(text: String, reason: String) {
    let error = #expect(throws: FormatError.self) { try events(text) }
    #expect(error?.reason == reason)
  }

  @Test("Attributes are found without regard to a prefix")
  func attributes() {
    let list = [XMLAttribute(name: "xml:id", value: "1"), XMLAttribute(name: "d", value: "2")]
    #expect(list["id"] == "1" && list["d"] == "2" && list["x"] == nil)
  }

  @Test("A thousand attributes are too many")
  func manyAttributes() {
    let attributes = (0..<1000).map { " a\($0)='1'" }.joined()
    let error = #expect(throws: FormatError.self) { try events("<a\(attributes)/>") }
    #expect(error?.reason == "expected at most 200 attributes, found more")
  }
}
