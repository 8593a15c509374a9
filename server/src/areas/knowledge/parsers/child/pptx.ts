import { coreTitle } from './docx.ts'
import { createTextWriter, type Parsed, pageBreak } from './parsed.ts'
import { relationsOf } from './relations.ts'
import { markdownTable } from './table.ts'
import { elementsOf, readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** Presentations: each slide is a page, with its title as a heading and the notes of the speaker. */
export function parsePptx(zip: Zip): Parsed {
  const relations = relationsOf(zip, 'ppt/presentation.xml')
  const slides = elementsOf(zip.read('ppt/presentation.xml') ?? '', 'sldId').flatMap(
    (slide) => relations.find(({ id }) => id === slide['r:id'])?.target ?? [],
  )
  const writer = createTextWriter()
  slides.forEach((slide, i) => {
    const xml = zip.read(slide)
    if (i > 0) writer.add(pageBreak)
    if (xml === null) return
    const { title, text } = readSlide(xml)
    writer.add(`## ${title || `Slide ${i + 1}`}\n\n${text}`)
    const notes = relationsOf(zip, slide).find(({ type }) => type.endsWith('/notesSlide'))
    const noted = notes ? readSlide(zip.read(notes.target) ?? '').text.trim() : ''
    if (noted !== '') writer.add(`Notes:\n\n${noted}\n\n`)
  })
  return { text: writer.text(), title: coreTitle(zip) }
}

/** Numbers and dates of slides are no text. */
const ignored = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg'])

function readSlide(xml: string): { title: string; text: string } {
  let [title, text, paragraph, placeholder] = ['', '', '', '']
  let rows: string[][] | null = null
  let isText = false
  readXml(xml, {
    open(name, { type }) {
      if (name === 'sp') placeholder = ''
      else if (name === 'ph') placeholder = type ?? 'body'
      else if (name === 'tbl') rows = []
      else if (name === 'tr') rows?.push([])
      else if (name === 'tc') rows?.at(-1)?.push('')
      else if (name === 't') isText = true
      else if (name === 'br') paragraph += '\n'
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'tbl') {
        text += markdownTable(rows ?? [])
        rows = null
      } else if (name === 'p') {
        const row = rows?.at(-1)
        if (row && row.length > 0) row[row.length - 1] += ` ${paragraph}`
        else if (placeholder === 'title' || placeholder === 'ctrTitle') title += ` ${paragraph.trim()}`
        else if (!ignored.has(placeholder) && paragraph.trim() !== '') text += `${paragraph.trim()}\n\n`
        paragraph = ''
      }
    },
    text(content) {
      if (isText) paragraph += content
    },
  })
  return { title: title.replace(/\s+/g, ' ').trim(), text }
}
