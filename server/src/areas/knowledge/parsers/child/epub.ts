import { posix } from 'node:path'
import { markdownOfBody } from './html-markdown.ts'
import type { Libraries } from './libraries.ts'
import { createTextWriter, type Parsed } from './parsed.ts'
import { broken } from './refusal.ts'
import { elementsOf, firstTextOf } from './xml.ts'
import type { Zip } from './zip.ts'

/** Books: the chapters in the order in which they are read. */
export function parseEpub(zip: Zip, { parseHTML }: Libraries): Parsed {
  const path = elementsOf(zip.read('META-INF/container.xml') ?? '', 'rootfile')[0]?.['full-path']
  const contents = path === undefined ? null : zip.read(path)
  if (path === undefined || contents === null) throw broken('The book has no table of contents.')
  const items = new Map(elementsOf(contents, 'item').map(({ id, href }) => [id, href]))
  const writer = createTextWriter()
  for (const { idref } of elementsOf(contents, 'itemref')) {
    const href = items.get(idref)
    if (href === undefined) continue
    const chapter = zip.read(posix.join(posix.dirname(path), decodeURI(href.split('#', 1)[0]!)))
    if (chapter === null) continue
    const { document } = parseHTML(chapter.replace(/^\s*<\?xml[^>]*>/, ''))
    writer.add(`${markdownOfBody(document)}\n\n`)
  }
  return { text: writer.text(), title: firstTextOf(contents, 'title') }
}
