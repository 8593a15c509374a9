import { readFileSync } from 'node:fs'
import { deflateRawSync, deflateSync, inflateSync } from 'node:zlib'

type Parts = Readonly<Record<string, string | Buffer>>

/** A zip file, as office programs write them. */
export function zipOf(parts: Parts, { flags = 0 } = {}): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    for (const [target, offset] of [
      [header, 0],
      [entry, 2],
    ] as const) {
      target.writeUInt16LE(flags, 6 + offset)
      target.writeUInt16LE(8, 8 + offset)
      target.writeUInt32LE(packed.length, 18 + offset)
      target.writeUInt32LE(bytes.length, 22 + offset)
      target.writeUInt16LE(Buffer.byteLength(name), 26 + offset)
    }
    entry.writeUInt32LE(at, 42)
    local.push(header, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += 30 + Buffer.byteLength(name) + packed.length
  }
  const contents = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  const count = Math.min(directory.length / 2, 65_535)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(contents.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, contents, end])
}

export type PdfLine = { text: string; size?: number; x?: number; y: number }

/** A PDF whose pages have these lines. */
export function pdfOf(pages: readonly (readonly PdfLine[])[], { trailer = '' } = {}): Buffer {
  return imagePdfOf(pages, { trailer })
}

/** Black and white, eight pixels a byte. */
export type PdfImage = { width: number; height: number; pixels: Buffer }
/** As its filter reads it. */
export type EncodedImage = { width: number; height: number; fields: string; encoded: Buffer }
type PdfPage = readonly PdfLine[] | PdfImage | EncodedImage

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')
const streamOf = (fields: string, content: string) =>
  `<<${fields}/Length ${content.length}>>\nstream\n${content}\nendstream`

/** What a page draws, and the image of a scanned one. */
function drawn(page: PdfPage): { content: string; image: string } {
  if ('encoded' in page)
    return {
      content: `q ${page.width} 0 0 ${page.height} 72 400 cm /I1 Do Q`,
      image: streamOf(
        `/Type/XObject/Subtype/Image/Width ${page.width}/Height ${page.height}${page.fields}`,
        page.encoded.toString('latin1'),
      ),
    }
  if ('pixels' in page)
    return {
      content: `q ${page.width} 0 0 ${page.height} 72 400 cm /I1 Do Q`,
      image: streamOf(
        `/Type/XObject/Subtype/Image/Width ${page.width}/Height ${page.height}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/FlateDecode`,
        deflateSync(page.pixels).toString('latin1'),
      ),
    }
  const lines = page.map(
    ({ text, size = 12, x = 72, y }) => `BT /F1 ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`,
  )
  return { content: lines.join('\n'), image: '<<>>' }
}

/** A PDF with pages of text, and with pages that are images. */
export function imagePdfOf(pages: readonly PdfPage[], { trailer = '' } = {}): Buffer {
  const first = 4
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${pages.map((_, i) => `${first + 3 * i} 0 R`).join(' ')}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap((page, i) => {
      const { content, image } = drawn(page)
      const at = first + 3 * i
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${at + 1} 0 R/Resources<</Font<</F1 3 0 R>>/XObject<</I1 ${at + 2} 0 R>>>>>>`,
        streamOf('', content),
        image,
      ]
    }),
  ]
  let text = '%PDF-1.7\n'
  const places = objects.map((object, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF`,
    'latin1',
  )
}

const word = (body: string) =>
  `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (text: string, style = '') => `<w:p>${style}${run(text)}</w:p>`
const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`

export const docxParts: Parts = {
  '[Content_Types].xml': '<Types/>',
  'word/styles.xml':
    '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
  'word/document.xml': word(
    paragraph('Travel &amp; costs', '<w:pPr><w:pStyle w:val="berschrift1"/></w:pPr>') +
      paragraph('Trains are booked by the office.') +
      paragraph('first class never', '<w:pPr><w:numPr><w:ilvl w:val="0"/></w:numPr></w:pPr>') +
      `<w:tbl><w:tr>${cell('City')}${cell('Limit')}</w:tr><w:tr>${cell('Oslo')}${cell('180')}</w:tr></w:tbl>`,
  ),
}

export const pptxParts: Parts = {
  'ppt/presentation.xml':
    '<p:presentation><p:sldIdLst><p:sldId id="257" r:id="rId8"/><p:sldId id="256" r:id="rId7"/></p:sldIdLst></p:presentation>',
  'ppt/_rels/presentation.xml.rels':
    '<R><Relationship Id="rId7" Type="x/slide" Target="slides/slide1.xml"/><Relationship Id="rId8" Type="x/slide" Target="/ppt/slides/slide2.xml"/></R>',
  'ppt/slides/slide1.xml':
    '<p:sld><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>Second</a:t></a:r></a:p></p:sp><p:sp><a:p><a:r><a:t>Margins grew.</a:t></a:r></a:p></p:sp></p:sld>',
  'ppt/slides/slide2.xml':
    '<p:sld><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>First</a:t></a:r></a:p></p:sp><p:sp><a:p><a:r><a:t>Revenue fell.</a:t></a:r></a:p></p:sp></p:sld>',
  'ppt/slides/_rels/slide2.xml.rels':
    '<R><Relationship Id="r1" Type="x/notesSlide" Target="../notesSlides/notes1.xml"/></R>',
  'ppt/notesSlides/notes1.xml':
    '<p:notes><p:sp><a:p><a:r><a:t>Mention the strike.</a:t></a:r></a:p></p:sp></p:notes>',
}

export const xlsxParts: Parts = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="Stock" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<R><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></R>',
  'xl/sharedStrings.xml':
    '<sst><si><t>Item</t></si><si><r><t>Since</t></r></si><si><t>Pallet | large</t></si></sst>',
  'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  'xl/worksheets/sheet1.xml':
    '<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row><c r="A2" t="s"><v>2</v></c><c r="B2"><v>12.5</v></c><c r="C2" s="1"><v>45292</v></c></row></sheetData></worksheet>',
}

export const odtParts: Parts = {
  mimetype: 'application/vnd.oasis.opendocument.text',
  'content.xml':
    '<office:text><text:h text:outline-level="2">Minutes</text:h><text:p>The lease was<text:line-break/>renewed.</text:p><text:list><text:list-item><text:p>new carpet</text:p></text:list-item></text:list><table:table table:name="Votes"><table:table-row><table:table-cell><text:p>Yes</text:p></table:table-cell><table:table-cell table:number-columns-repeated="1000000"/></table:table-row></table:table></office:text>',
}

export const epubParts: Parts = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml':
    '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
  'OEBPS/book.opf':
    '<package><metadata><dc:title>Lighthouses</dc:title></metadata><manifest><item id="c1" href="one.xhtml"/><item id="c2" href="two.xhtml"/></manifest><spine><itemref idref="c2"/><itemref idref="c1"/></spine></package>',
  'OEBPS/one.xhtml':
    '<?xml version="1.0"?><!DOCTYPE html><html><body><h2>Lamps</h2><p>Oil came <b>before</b> gas.</p></body></html>',
  'OEBPS/two.xhtml': '<html><body><h2>Towers</h2><ul><li>stone</li><li>iron</li></ul></body></html>',
}

/** A TIFF in either byte order, each page black and white without compression. */
export function tiffOf(pages: readonly PdfImage[], { isLittle = true, next = [] as number[] } = {}): Buffer {
  const numberOf = (bytes: number) => (value: number) => {
    const written = Buffer.alloc(bytes)
    if (isLittle) written.writeUIntLE(value, 0, bytes)
    else written.writeUIntBE(value, 0, bytes)
    return written
  }
  const [short, long] = [numberOf(2), numberOf(4)]
  const directoryBytes = 2 + 9 * 12 + 4
  const parts: Buffer[] = [Buffer.from(isLittle ? 'II' : 'MM'), short(42), long(8)]
  let at = 8
  for (const [i, { width, height, pixels }] of pages.entries()) {
    const pixelsAt = at + directoryBytes
    const after = pixelsAt + pixels.length + (pixels.length % 2)
    const longs = [256, width, 257, height, 273, pixelsAt, 278, height, 279, pixels.length]
    const entries: [number, Buffer[]][] = []
    for (let e = 0; e < longs.length; e += 2)
      entries.push([longs[e]!, [short(longs[e]!), short(4), long(1), long(longs[e + 1]!)]])
    for (const [tag, value] of [
      [258, 1],
      [259, 1],
      [262, 1],
      [277, 1],
    ] as const)
      entries.push([tag, [short(tag), short(3), long(1), short(value), short(0)]])
    entries.sort(([left], [right]) => left - right)
    const following = next[i] ?? (i + 1 < pages.length ? after : 0)
    parts.push(short(entries.length), ...entries.flatMap(([, entry]) => entry), long(following), pixels)
    if (pixels.length % 2) parts.push(Buffer.alloc(1))
    at = after
  }
  return Buffer.concat(parts)
}

const testImage = new URL('../../../../test/images/pier.png', import.meta.url)

/** The test image with white below it, as a page of a scanned document. */
export function scanOf(): PdfImage {
  const [width, height] = [420, 70]
  const png = readFileSync(testImage)
  const raw = inflateSync(png.subarray(png.indexOf('IDAT') + 4))
  const rowBytes = Math.ceil(width / 8)
  // Each row begins with a byte for its filter.
  const rows = Array.from({ length: height }, (_, y) =>
    raw.subarray(y * (rowBytes + 1) + 1, (y + 1) * (rowBytes + 1)),
  )
  return { width, height: 280, pixels: Buffer.concat([...rows, Buffer.alloc(rowBytes * 210, 255)]) }
}

export const blankScanOf = (): PdfImage => ({ width: 304, height: 304, pixels: Buffer.alloc(38 * 304, 255) })

const bits = '/BitsPerComponent 1/ColorSpace/DeviceGray'
const filters = {
  g4: `${bits}/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 420/Rows 280>>`,
  jbig2: `${bits}/Filter/JBIG2Decode`,
  jp2: '/Filter/JPXDecode',
}

/** The page of `scanOf` as scanners write it: fax of group 4, JBIG2 or JPEG 2000. */
export const encodedScanOf = (suffix: keyof typeof filters): EncodedImage => ({
  width: 420,
  height: 280,
  fields: filters[suffix],
  encoded: readFileSync(new URL(`pier-page.${suffix}`, testImage)),
})
