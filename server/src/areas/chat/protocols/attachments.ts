import type { ContentBlock } from '../../threads/index.ts'

type Fields = Readonly<Record<string, unknown>>
type Path = readonly [string] | readonly [string, string]

/** How a client sent an attachment: its block without the content, and where in it the content was. */
export type SentForm = { block: Fields; at: Path; isBase64: boolean }

/** An attachment as it is stored: one form, and the form of the client where that is another one. */
type Attachment = Extract<ContentBlock, { type: 'image_url' }> & { sent?: SentForm }

const types: ReadonlySet<unknown> = new Set(['image', 'file', 'document', 'image_url', 'input_image'])

/** The places of a URL, which may be one with the data itself, in the blocks of OpenAI, LangChain and Anthropic. */
const urlPlaces: readonly Path[] = [
  ['image_url', 'url'],
  ['image_url'],
  ['url'],
  ['source', 'url'],
  ['file', 'file_data'],
]

/** The places of base64, and of its media type. */
const dataPlaces: readonly { at: Path; mimeTypes: readonly Path[] }[] = [
  { at: ['data'], mimeTypes: [['mime_type'], ['mimeType']] },
  { at: ['base64'], mimeTypes: [['mime_type'], ['mimeType']] },
  { at: ['source', 'data'], mimeTypes: [['source', 'media_type']] },
]

const namePlaces: readonly Path[] = [
  ['filename'],
  ['name'],
  ['title'],
  ['metadata', 'filename'],
  ['metadata', 'name'],
  ['file', 'filename'],
]
const mimePlaces: readonly Path[] = [['mimeType'], ['mime_type'], ['source', 'media_type']]

/** A text that is not empty; null for anything else. */
function textAt(block: Fields, [first, second]: Path): string | null {
  const value = block[first]
  const text = second === undefined ? value : (value as Fields | null | undefined)?.[second]
  return typeof text === 'string' && text !== '' ? text : null
}

function firstText(block: Fields, places: readonly Path[]): string | null {
  for (const at of places) {
    const text = textAt(block, at)
    if (text !== null) return text
  }
  return null
}

const mediaTypeForm = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/

function contentIn(block: Fields): { url: string; at: Path; isBase64: boolean } | null {
  for (const at of urlPlaces) {
    const url = textAt(block, at)
    if (url !== null) return { url, at, isBase64: false }
  }
  for (const { at, mimeTypes } of dataPlaces) {
    const data = textAt(block, at)
    const mimeType = firstText(block, mimeTypes)
    if (data !== null && mimeType !== null)
      return { url: `data:${mimeType};base64,${data}`, at, isBase64: true }
  }
  return null
}

function withValue(block: Fields, [first, second]: Path, value: string): Fields {
  if (second === undefined) return { ...block, [first]: value }
  return { ...block, [first]: { ...(block[first] as Fields), [second]: value } }
}

// More beside the content is no description of it.
const maxFormChars = 4_096

/** Null for a block that is no attachment, or one without a content. */
export function attachmentOf(block: Fields): Attachment | null {
  const content = types.has(block.type) ? contentIn(block) : null
  if (!content) return null
  const { url, at, isBase64 } = content
  const name = firstText(block, namePlaces)
  const mimeType = firstText(block, mimePlaces)
  const stored: Attachment = {
    type: 'image_url',
    image_url: { url },
    ...(name === null ? {} : { name: name.slice(0, 255) }),
    ...(mimeType !== null && mediaTypeForm.test(mimeType) ? { mimeType } : {}),
  }
  const form = withValue(block, at, '')
  const isSame = JSON.stringify(form) === JSON.stringify(withValue(stored, ['image_url', 'url'], ''))
  if (isSame || JSON.stringify(form).length > maxFormChars) return stored
  return { ...stored, sent: { block: form, at, isBase64 } }
}

/** The block as its client sent it. */
export function asSent(block: ContentBlock): Fields {
  const { sent, image_url: image } = block as Partial<Attachment>
  if (!sent || !image) return { ...block }
  const { url } = image
  return withValue(sent.block, sent.at, sent.isBase64 ? url.slice(url.indexOf(',') + 1) : url)
}
