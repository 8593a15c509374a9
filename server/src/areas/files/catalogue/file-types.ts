import type { FileType } from '../schema.ts'

const mib = 1024 * 1024
const gib = 1024 * mib

type TypeRule = {
  /** In one request. */
  maxBytes: number
  /** In parts. */
  maxResumableBytes: number
  /** MIME types; a family ends in a star. */
  accepts: readonly string[]
}

const picture = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

const image = [
  ...picture,
  'image/apng',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/bmp',
  'image/tiff',
  'image/x-icon',
  'image/svg+xml',
]

const document = [
  'text/*',
  'application/pdf',
  'application/json',
  'application/x-ndjson',
  'application/xml',
  'application/yaml',
  'application/rtf',
  'application/epub+zip',
  // The container of Word, Excel and PowerPoint before 2007.
  'application/x-cfb',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
]

// Recordings of sound alone come in containers that say video.
const audio = ['audio/*', 'application/ogg', 'video/webm', 'video/mp4']
const video = ['video/*', 'application/ogg']

export const typeRules: Record<FileType, TypeRule> = {
  image: { maxBytes: 20 * mib, maxResumableBytes: 20 * mib, accepts: image },
  document: { maxBytes: 50 * mib, maxResumableBytes: 512 * mib, accepts: document },
  audio: { maxBytes: 50 * mib, maxResumableBytes: gib, accepts: audio },
  video: { maxBytes: 200 * mib, maxResumableBytes: 5 * gib, accepts: video },
  chat: {
    maxBytes: 50 * mib,
    maxResumableBytes: 512 * mib,
    accepts: [...new Set([...image, ...document, ...audio, ...video, 'application/zip'])],
  },
  avatar: { maxBytes: 5 * mib, maxResumableBytes: 5 * mib, accepts: picture },
  other: { maxBytes: 50 * mib, maxResumableBytes: 5 * gib, accepts: ['*/*'] },
}

/** The most that any type takes in one request. */
export const maxFileBytes = Math.max(...Object.values(typeRules).map(({ maxBytes }) => maxBytes))

export const isAccepted = (fileType: FileType, mimeType: string): boolean =>
  typeRules[fileType].accepts.some(
    (each) =>
      each === '*/*' || each === mimeType || (each.endsWith('/*') && mimeType.startsWith(each.slice(0, -1))),
  )
