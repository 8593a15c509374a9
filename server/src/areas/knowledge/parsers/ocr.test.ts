import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { someOf } from '../../../../test/size.ts'
import { until } from '../../../../test/until.ts'
import { createLog } from '../../../kernel/log.ts'
import { testDataDir } from '../../../kernel/sandbox/testing.ts'
import { readImageHeader } from './child/ocr/image-size.ts'
import { detectFormat } from './host/detect.ts'
import { createDocumentParsers } from './host/document-parsers.ts'
import { findOcr } from './host/ocr-packages.ts'
import { blankScanOf, encodedScanOf, imagePdfOf, scanOf, tiffOf } from './testing.ts'

const log = createLog({ level: 'silent', secrets: [] })
const { parsers, capability } = createDocumentParsers({ dataDir: testDataDir, log, mayParse: true })
after(() => parsers.close())

const imageOf = (suffix: string) =>
  readFileSync(join(import.meta.dirname, '../../../../test/images', `pier.${suffix}`))
const png = imageOf('png')
const sentence = 'The western pier is closed.'

async function read(
  format: 'image' | 'pdf',
  bytes: Buffer,
  { timeoutMs = 60_000, signal = new AbortController().signal } = {},
) {
  const result = await parsers.parse('project', { format, bytes, timeoutMs, signal })
  return result.kind === 'parsed' ? result.text.toString().trim() : result.code
}

/** A PNG of one chunk more or other sizes than its pixels have. */
function pngOf(width: number, height: number, pixels: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const size = { width: 420, height: 70 }
const scan = scanOf()
const blankScan = blankScanOf()

describe('text in images', () => {
  it('is read in every format, whatever the name says', async () => {
    for (const suffix of ['png', 'jpg', 'webp', 'gif', 'bmp']) {
      const found = detectFormat(imageOf(suffix), { name: 'a.txt', mimeType: 'text/plain' })
      assert.ok(found.kind === 'document' && found.format === 'image', suffix)
      assert.equal(await read('image', found.bytes), sentence, suffix)
    }
    assert.deepEqual(capability, { name: 'ocr', isLive: true, languages: ['eng'] })
  })

  it('on scanned pages of a PDF is between the text of the others', async () => {
    const line = 'A page with enough text, which is too long for that of a scan.'
    const pages = (await read('pdf', imagePdfOf([[{ text: line, y: 700 }], scan]))).split('\f')
    assert.deepEqual(
      pages.map((page) => page.trim()),
      [line, sentence],
    )
  })

  it('on scanned pages is read in the formats of scanners', async () => {
    const formats = ['g4', 'jbig2', 'jp2'] as const
    const pages = (await read('pdf', imagePdfOf(formats.map(encodedScanOf)))).split('\f')
    assert.deepEqual(
      pages.map((page) => page.trim()),
      formats.map(() => sentence),
    )
  })

  it('in a TIFF is read on every page, in either byte order', async () => {
    for (const isLittle of [true, false]) {
      const bytes = tiffOf([scan, scan], { isLittle })
      const found = detectFormat(bytes, { name: 'scan', mimeType: 'application/octet-stream' })
      assert.ok(found.kind === 'document' && found.format === 'image')
      const pages = (await read('image', bytes)).split('\f').map((page) => page.trim())
      assert.deepEqual(pages, [sentence, sentence])
    }
  })

  it('in formats without a decoder is refused with what to convert it to', () => {
    for (const [start, name] of [
      ['\0\0\0\x0cjP  \r\n\x87\n', 'JPEG 2000'],
      ['\xff\x4f\xff\x51\0', 'JPEG 2000'],
      ['II+\0\x08\0\0\0', 'BigTIFF'],
      ['\0\0\0\x18ftypheic', 'HEIC'],
      ['\0\0\0\x18ftypavif', 'AVIF'],
    ] as const) {
      const found = detectFormat(Buffer.from(start, 'latin1'), { name: 'a', mimeType: 'image/x' })
      assert.ok(found.kind === 'refused' && found.code === 'unsupported_file')
      assert.match(found.message, new RegExp(`${name}.*convert it to PNG`))
    }
  })

  it('is refused with empty_text where there is none', async () => {
    const blank = pngOf(200, 200, Buffer.alloc(26 * 200))
    assert.equal(await read('image', blank), 'empty_text')
    assert.equal(
      await read('pdf', imagePdfOf([{ ...scan, pixels: Buffer.alloc(scan.pixels.length, 255) }])),
      '',
    )
  })

  it('needs its packages', () => {
    assert.deepEqual(findOcr(['eng', 'tlh']), { missing: '@tesseract.js-data/tlh' })
    const without = createDocumentParsers({
      dataDir: testDataDir,
      log,
      mayParse: true,
      ocrLanguages: ['tlh'],
    })
    assert.deepEqual(without.capability, {
      name: 'ocr',
      isLive: false,
      languages: ['tlh'],
      lacks: 'the package @tesseract.js-data/tlh',
    })
  })
})

describe('hostile images', () => {
  it('cut or changed anywhere are refused or read, and the next one is read', async () => {
    const cases = ['png', 'jpg', 'webp', 'gif', 'bmp'].flatMap((suffix) => {
      const bytes = imageOf(suffix)
      return Array.from({ length: 16 }, (_, i) => ({
        suffix,
        bytes,
        at: Math.floor((bytes.length * i) / 16),
      }))
    })
    for (const { suffix, bytes, at } of someOf(cases, 5)) {
      const changed = Buffer.from(bytes)
      changed.fill(0xff, at, at + 4)
      for (const each of [bytes.subarray(0, at), changed]) {
        const text = await read('image', each)
        assert.ok(
          ['parser_failed', 'empty_text', 'too_large'].includes(text) || !text.includes('_'),
          `${suffix} at ${at}: ${text}`,
        )
      }
    }
    assert.equal(await read('image', png), sentence)
  })

  it('that declare a size which fills the memory are refused before they are decoded', async () => {
    assert.equal(await read('image', pngOf(60_000, 60_000, Buffer.alloc(100))), 'too_large')
    assert.equal(await read('image', pngOf(40_000, 10, Buffer.alloc(100))), 'too_large')
    assert.equal(await read('image', pngOf(0, 10, Buffer.alloc(100))), 'parser_failed')
    const gif = imageOf('gif')
    gif.writeUInt16LE(65_535, 13 + 6 + 5)
    gif.writeUInt16LE(65_535, 13 + 6 + 7)
    assert.equal(await read('image', gif), 'too_large')
    const jpeg = imageOf('jpg')
    const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
    jpeg.writeUInt16BE(65_535, frame + 5)
    jpeg.writeUInt16BE(65_535, frame + 7)
    assert.equal(await read('image', jpeg), 'too_large')
    const bmp = imageOf('bmp')
    bmp.writeInt32LE(-2_000_000_000, 18)
    assert.equal(await read('image', bmp), 'too_large')
  })

  it('in a TIFF whose pages have no end, no size or no pixels are refused, and the next one is read', async () => {
    const blank = { width: 64, height: 64, pixels: Buffer.alloc(8 * 64, 255) }
    assert.equal(await read('image', tiffOf([scan], { next: [8] })), sentence)
    assert.equal(await read('image', tiffOf(Array.from({ length: 51 }, () => blank))), 'too_large')
    assert.equal(await read('image', tiffOf([{ ...blank, width: 60_000, height: 60_000 }])), 'too_large')
    assert.equal(await read('image', tiffOf([{ ...blank, width: 0 }])), 'parser_failed')
    const bytes = tiffOf([scan, scan])
    for (const length of [4, 8, 9, 100, 118, 400, bytes.length - 20]) {
      const text = await read('image', bytes.subarray(0, length))
      assert.ok(
        ['parser_failed', 'empty_text'].includes(text) || text.includes(sentence),
        `${length}: ${text}`,
      )
    }
    assert.equal(await read('image', png), sentence)
  })

  it('in the formats of scanners, cut or changed anywhere, are read or not, and the next one is', async () => {
    const cases = (['g4', 'jbig2', 'jp2'] as const).flatMap((suffix) =>
      Array.from({ length: 8 }, (_, i) => ({ suffix, share: i / 8 })),
    )
    for (const { suffix, share } of someOf(cases, 1)) {
      const scanned = encodedScanOf(suffix)
      const at = Math.floor(scanned.encoded.length * share)
      const changed = Buffer.from(scanned.encoded)
      changed.fill(0xff, at, at + 4)
      for (const encoded of [scanned.encoded.subarray(0, at), changed]) {
        const text = await read('pdf', imagePdfOf([{ ...scanned, encoded }]))
        assert.ok(text === 'parser_failed' || !/^[a-z]+(_[a-z]+)+$/.test(text), `${suffix} at ${at}: ${text}`)
      }
    }
    const huge = { ...encodedScanOf('jbig2'), width: 60_000, height: 60_000 }
    assert.equal(await read('pdf', imagePdfOf([huge])), '')
    // Larger than the document says: the decoder finds no memory.
    const lying = encodedScanOf('jp2')
    const size = lying.encoded.indexOf(Buffer.from('ff51', 'hex')) + 6
    for (const at of [size, size + 4]) lying.encoded.writeUInt32BE(60_000, at)
    assert.ok(['', 'parser_failed'].includes(await read('pdf', imagePdfOf([lying]))))
    assert.equal((await read('pdf', imagePdfOf([encodedScanOf('jp2')]))).trim(), sentence)
  })

  it('in a PDF that declare such a size are not read', async () => {
    const bomb = imagePdfOf([{ width: 60_000, height: 60_000, pixels: Buffer.alloc(1000) }])
    assert.equal(await read('pdf', bomb), '')
  })

  it('in more pages than are read are refused', async () => {
    assert.equal(await read('pdf', imagePdfOf(Array.from({ length: 51 }, () => blankScan))), 'too_large')
  })

  it('of a document that has text do not cost it its text', async () => {
    const line = 'This page has more than fifty characters of text, so it is no scan.'
    const pages = [[{ text: line, y: 700 }], ...Array.from({ length: 51 }, () => blankScan)]
    assert.match(await read('pdf', imagePdfOf(pages)), /no scan/)
  })
})

describe('text recognition of several documents', () => {
  it('alternates: a long one of another project does not delay a short one until its end', async () => {
    const ended: string[] = []
    const waits: boolean[] = []
    const { promise: isBegun, resolve: begun } = Promise.withResolvers<void>()
    const parse = async (
      project: string,
      bytes: Buffer,
      more: { onProgress?(): void; onWaiting?(isWaiting: boolean): void } = {},
    ) => {
      const signal = new AbortController().signal
      const result = await parsers.parse(project, {
        format: 'image',
        bytes,
        timeoutMs: 60_000,
        signal,
        ...more,
      })
      ended.push(project)
      return result.kind === 'parsed' ? result.text.toString() : result.code
    }
    const long = tiffOf([...Array.from({ length: 10 }, () => blankScan), scan])
    const reading = parse('long', long, { onProgress: begun })
    await isBegun
    const short = await parse('short', png, { onWaiting: (isWaiting) => waits.push(isWaiting) })
    assert.equal(short.trim(), sentence)
    assert.equal((await reading).split('\f')[10]?.trim(), sentence)
    assert.deepEqual(
      [ended, waits],
      [
        ['short', 'long'],
        [true, false],
      ],
    )
  })
})

describe('text recognition that is interrupted', () => {
  it('by its deadline or by its caller ends its process; the next image is read', async () => {
    assert.equal(await read('image', png, { timeoutMs: 1 - 100_000 }), 'parser_failed')
    const cancelled = new AbortController()
    let isDone = false
    const reading = read('pdf', imagePdfOf(Array.from({ length: 40 }, () => scan)), {
      signal: cancelled.signal,
    })
    reading
      .catch(() => {})
      .finally(() => {
        isDone = true
      })
    cancelled.abort(new Error('cancelled'))
    await assert.rejects(reading, /cancelled/)
    await until(() => isDone)
    assert.equal(await read('image', png), sentence)
  })
})

describe('the size of an image', () => {
  it('is found in headers of all formats', () => {
    for (const suffix of ['png', 'jpg', 'webp', 'gif', 'bmp'])
      assert.deepEqual(readImageHeader(imageOf(suffix)), { ...size, orientation: 1 }, suffix)
  })

  it('never reads beyond the end', () => {
    for (const suffix of ['png', 'jpg', 'webp', 'gif', 'bmp'])
      for (let length = 0; length < 200; length++) readImageHeader(imageOf(suffix).subarray(0, length))
  })

  it('comes with the orientation that the camera noted', () => {
    const jpeg = imageOf('jpg')
    const exif = (entry: string) => {
      const segment = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(entry, 'hex')])
      const head = Buffer.from([0xff, 0xe1, 0, segment.length + 2])
      return Buffer.concat([jpeg.subarray(0, 2), head, segment, jpeg.subarray(2)])
    }
    assert.equal(readImageHeader(exif('01120003000000010006'))!.orientation, 6)
    assert.equal(readImageHeader(exif('12010300010000000800'))!.orientation, 8)
    assert.equal(readImageHeader(exif('12010300010000000900'))!.orientation, 1)
  })
})
