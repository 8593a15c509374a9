import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createLog } from '../../../kernel/log.ts'
import { testDataDir } from '../../../kernel/sandbox/testing.ts'
import { parserProcessCommand } from './host/command.ts'
import { detectFormat } from './host/detect.ts'
import { createParsers, type ParseResult } from './host/pool.ts'
import type { DocumentFormat } from './protocol/messages.ts'
import { docxParts, epubParts, odtParts, pdfOf, pptxParts, xlsxParts, zipOf } from './testing.ts'

const log = createLog({ level: 'silent', secrets: [] })
const parsers = createParsers({ command: () => parserProcessCommand(testDataDir), log })
after(() => parsers.close())

const parse = (format: DocumentFormat, bytes: Buffer, timeoutMs = 60_000): Promise<ParseResult> =>
  parsers.parse('project', { format, bytes, timeoutMs, signal: new AbortController().signal })

async function textOf(format: DocumentFormat, bytes: Buffer): Promise<string> {
  const result = await parse(format, bytes)
  assert.equal(result.kind, 'parsed', JSON.stringify(result))
  return result.kind === 'parsed' ? result.text.toString() : ''
}

async function codeOf(format: DocumentFormat, bytes: Buffer, timeoutMs?: number): Promise<string> {
  const result = await parse(format, bytes, timeoutMs)
  return result.kind === 'refused' ? result.code : result.kind
}

describe('documents become Markdown', () => {
  it('docx with headings, lists and tables', async () => {
    assert.equal(
      (await textOf('zip', zipOf(docxParts))).trim(),
      '# Travel & costs\n\nTrains are booked by the office.\n\n- first class never\n| City | Limit |\n| --- | --- |\n| Oslo | 180 |',
    )
  })

  it('pptx in the order of the slides, with notes, each slide a page', async () => {
    const [first, second] = (await textOf('zip', zipOf(pptxParts))).split('\f')
    assert.equal(first!.trim(), '## First\n\nRevenue fell.\n\nNotes:\n\nMention the strike.')
    assert.equal(second!.trim(), '## Second\n\nMargins grew.')
  })

  it('xlsx with empty cells, dates and several tables for many rows', async () => {
    assert.equal(
      (await textOf('zip', zipOf(xlsxParts))).trim(),
      '## Stock\n\n| Item |  | Since |\n| --- | --- | --- |\n| Pallet \\| large | 12.5 | 2024-01-01 |',
    )
    const rows = Array.from(
      { length: 450 },
      (_, i) => `<row><c t="inlineStr"><is><t>r${i}</t></is></c></row>`,
    )
    const sheet = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
    const long = await textOf('zip', zipOf({ ...xlsxParts, 'xl/worksheets/sheet1.xml': sheet }))
    assert.equal(long.match(/\| r0 \|/g)!.length, 3)
  })

  it('odt and epub', async () => {
    assert.equal(
      (await textOf('zip', zipOf(odtParts))).trim(),
      '## Minutes\n\nThe lease was\nrenewed.\n\n- new carpet\n## Votes\n\n| Yes |\n| --- |',
    )
    const book = await parse('zip', zipOf(epubParts))
    assert.ok(book.kind === 'parsed')
    assert.equal(book.title, 'Lighthouses')
    assert.equal(
      book.text.toString().trim(),
      '## Towers\n\n- stone\n- iron\n\n## Lamps\n\nOil came before gas.',
    )
  })

  it('pdf with headings, joined words and tables; what every page repeats is dropped', async () => {
    const pages = [1, 2, 3, 4].map((number) => [
      { text: 'Annual report', y: 770, size: 9 },
      { text: `Chapter ${'ABCD'[number - 1]}`, y: 700, size: 20 },
      { text: 'The har-', y: 660 },
      { text: 'bour was extended.', y: 646 },
      ...['Year', '2024', '2025'].flatMap((year, i) => [
        { text: year, y: 600 - 14 * i },
        { text: ['Ships', '31', `${number * 40} ${'large '.repeat(number)}`][i]!, x: 300, y: 600 - 14 * i },
      ]),
      { text: `Page ${number} of 4`, y: 20, size: 9 },
    ])
    const text = (await textOf('pdf', pdfOf(pages))).split('\f')
    assert.equal(text.length, 4)
    assert.equal(
      text[1]!.trim(),
      '# Chapter B\n\nThe harbour was extended.\n\n| Year | Ships |\n| --- | --- |\n| 2024 | 31 |\n| 2025 | 80 large large |',
    )
  })

  it('pdf of which every line repeats, such as labels, with its lines', async () => {
    const labels = [1, 2, 3, 4].map((number) => [{ text: `Label ${number}`, y: 700 }])
    assert.match(await textOf('pdf', pdfOf(labels)), /Label 1[\s\S]*Label 4/)
  })

  it('html without what surrounds the article, with its links and rules', async () => {
    const sentence = 'The ferry leaves from the western pier at noon. '
    const html = `<html><head><title>Ferries</title><meta name="Robots" content="noindex"><link rel="canonical" href="/ferries"></head>
      <body><nav><a href="/menu">Menu of the site</a></nav><article><h1>Ferries</h1><p>${sentence.repeat(12)}</p>
      <a href="/a?x=1#top">A</a><a rel="nofollow" href="/b">B</a><a href="javascript:alert(1)">C</a></article><script>stolen()</script></body></html>`
    const result = await parsers.parse('project', {
      format: 'html',
      bytes: Buffer.from(html),
      url: 'https://example.com/ferry',
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    })
    assert.ok(result.kind === 'parsed')
    assert.match(result.text.toString(), /western pier/)
    assert.doesNotMatch(result.text.toString(), /stolen|Menu of/)
    assert.deepEqual(
      [result.title, result.page],
      [
        'Ferries',
        {
          links: ['https://example.com/menu', 'https://example.com/a?x=1#top'],
          canonical: 'https://example.com/ferries',
          isIndexable: false,
          isFollowable: true,
        },
      ],
    )
    assert.equal(await textOf('html', Buffer.from('<p>Short.</p><ul><li>one</li></ul>')), 'Short.\n\n- one')
  })
})

describe('html that leaves out tags, or has them in other places', () => {
  const title = '<title> Ferries </title>'
  const shown = '<h1>Times</h1><svg><title>Icon</title></svg><p>At noon.</p>'
  for (const html of [
    `${title}${shown}`,
    `<!doctype html><meta charset=utf-8>${title}<body>${shown}`,
    `<html>${title}<body>${shown}</body></html>`,
    `<html><!-- made by hand -->${title}${shown}</html>`,
    `<html><head>${title}</head><script>stolen()</script><body>${shown}</body></html>`,
    `<html><head>${title}</head>${shown}</html>`,
    `<html><head>${title}</head><h1>Times</h1><body><p>At noon.</p></body></html>`,
    `<html><head>${title}</head><body><h1>Times</h1></body><p>At noon.</p></html>`,
  ])
    it(html, async () => {
      const result = await parsers.parse('project', {
        format: 'html',
        bytes: Buffer.from(html),
        timeoutMs: 60_000,
        signal: new AbortController().signal,
      })
      assert.ok(result.kind === 'parsed')
      assert.deepEqual([result.title, result.text.toString()], ['Ferries', '# Times\n\nAt noon.'])
    })
})

describe('hostile documents', () => {
  it('that unpack to much more than they are end early', async () => {
    const bomb = zipOf({ ...docxParts, 'word/document.xml': Buffer.alloc(200 * 1024 * 1024, 32) })
    assert.ok(bomb.length < 512 * 1024)
    assert.equal(await codeOf('zip', bomb), 'too_large')
    const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`word/${i}`, '']))
    assert.equal(await codeOf('zip', zipOf(many)), 'too_large')
  })

  it('that are archives, nested or not, are not opened', async () => {
    assert.equal(await codeOf('zip', zipOf({ 'inner.zip': zipOf(docxParts) })), 'unsupported_file')
    const macro = zipOf({ ...docxParts, 'word/vbaProject.bin': Buffer.alloc(1000, 7) })
    assert.match(await textOf('zip', macro), /Trains are booked/)
  })

  it('that are cut anywhere are refused, and the next one is read', async () => {
    const parts = [docxParts, pptxParts, xlsxParts, odtParts, epubParts]
    const whole = [
      ...parts.map((each) => ({ format: 'zip' as const, bytes: zipOf(each) })),
      { format: 'pdf' as const, bytes: pdfOf([[{ text: 'Penguins', y: 700 }]]) },
    ]
    for (const { format, bytes } of whole)
      for (let i = 1; i < 8; i++) {
        const cut = bytes.subarray(0, Math.floor((bytes.length * i) / 8))
        assert.equal(await codeOf(format, cut), 'parser_failed', `${format} ${i}`)
      }
    assert.match(await textOf('pdf', whole.at(-1)!.bytes), /Penguins/)
  })

  it('that declare entities are refused before any is expanded', async () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]><w:document>&f;&b;</w:document>`
    assert.equal(await codeOf('zip', zipOf({ 'word/document.xml': laughs })), 'parser_failed')
    const deep = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`
    assert.equal(await codeOf('zip', zipOf({ 'word/document.xml': deep })), 'parser_failed')
    assert.equal(await codeOf('html', Buffer.from('<div>'.repeat(200_000))), 'too_large')
  })

  it('that are encrypted say so', async () => {
    assert.equal(await codeOf('zip', zipOf(docxParts, { flags: 1 })), 'encrypted_file')
    const locked = pdfOf([[{ text: 'x', y: 700 }]], {
      trailer: `/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>/ID[<00><00>]`,
    })
    assert.equal(await codeOf('pdf', locked), 'encrypted_file')
    const manifest = '<manifest:manifest><manifest:encryption-data/></manifest:manifest>'
    assert.equal(
      await codeOf('zip', zipOf({ ...odtParts, 'META-INF/manifest.xml': manifest })),
      'encrypted_file',
    )
  })

  it('pdf without end or with pages in a circle', async () => {
    const pages = Array.from({ length: 2_001 }, () => [])
    assert.equal(await codeOf('pdf', pdfOf(pages)), 'too_large')
    const circle = pdfOf([[{ text: 'x', y: 700 }]])
      .toString('latin1')
      .replace('/Kids[4 0 R]', '/Kids[2 0 R]')
    assert.ok(['parsed', 'parser_failed'].includes(await codeOf('pdf', Buffer.from(circle, 'latin1'))))
  })

  it('cut anywhere or changed end in a code, and the process serves the next one', async () => {
    const samples: [DocumentFormat, Buffer][] = [
      ['zip', zipOf(docxParts)],
      ['zip', zipOf(xlsxParts)],
      ['zip', zipOf(epubParts)],
      ['pdf', pdfOf([[{ text: 'Page', y: 700 }]])],
    ]
    for (const [format, bytes] of samples)
      for (let part = 1; part < 8; part++) {
        const cut = bytes.subarray(0, Math.floor((bytes.length * part) / 8))
        const changed = Buffer.from(bytes)
        changed.fill(0xff, cut.length - 8, cut.length + 8)
        for (const each of [cut, changed])
          assert.ok(
            ['parsed', 'parser_failed', 'unsupported_file', 'encrypted_file'].includes(
              await codeOf(format, each),
            ),
          )
      }
    assert.match(await textOf('zip', zipOf(docxParts)), /Trains/)
  })

  it('that take too long end their process, and no other document', async () => {
    const slow = Buffer.from(`<table>${'<tr><td><div>x</div></td></tr>'.repeat(9_000)}</table>`)
    assert.equal(await codeOf('html', slow, 1), 'parser_failed')
    assert.match(await textOf('zip', zipOf(docxParts)), /Trains/)
  })
})

it('files are what their bytes say', () => {
  const kindOf = (bytes: Buffer | string, name = 'a.txt', mimeType = 'text/plain') => {
    const detected = detectFormat(Buffer.from(bytes), { name, mimeType })
    return detected.kind === 'document'
      ? detected.format
      : detected.kind === 'refused'
        ? detected.code
        : detected.text
  }
  assert.equal(kindOf(pdfOf([]), 'a.docx'), 'pdf')
  assert.equal(kindOf(zipOf(docxParts), 'a.pdf'), 'zip')
  assert.equal(kindOf('<!-- x --> <!DOCTYPE html><p>'), 'html')
  assert.equal(kindOf('plain <b>words</b>'), 'plain <b>words</b>')
  assert.equal(kindOf('# a comment\n', 'a.py'), '```py\n# a comment\n```\n')
  assert.equal(kindOf(Buffer.from('fffe6100', 'hex')), 'a')
  assert.equal(kindOf(Buffer.from([0x63, 0xe9])), 'cé')
  assert.equal(kindOf('{\\rtf1 x}'), 'unsupported_file')
  assert.equal(kindOf(Buffer.from('d0cf11e0a1b11ae100', 'hex')), 'unsupported_file')
  const office = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  assert.equal(kindOf(office), 'encrypted_file')
  assert.equal(kindOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'a.png', 'image/png'), 'unsupported_file')
})
