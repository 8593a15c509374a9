import type { BodyOf } from '@stoa/sdk'
import type { ApiCall } from '../../../components/code/call-snippets.ts'
import type { Attachment } from '../../../features/files/attachments/attachment.ts'
import { readJobInput } from '../../../features/media/job-input.ts'
import type { MediaKind } from '../../../features/media/media-kinds.ts'

/** What is set and typed; texts, as they are typed. Every kind uses the fields that it knows. */
export type MediaDraft = {
  /** Empty is the first that is set up. */
  model: string
  /** The end user it runs as; empty for the project itself. */
  user: string
  words: string
  n: string
  size: string
  aspectRatio: string
  seed: string
  durationSeconds: string
  voice: string
  format: string
  speed: string
  language: string
  instructions: string
  files: readonly Attachment[]
}

export const emptyDraft: MediaDraft = {
  model: '',
  user: '',
  words: '',
  n: '',
  size: '',
  aspectRatio: '',
  seed: '',
  durationSeconds: '',
  voice: '',
  format: '',
  speed: '',
  language: '',
  instructions: '',
  files: [],
}

/** A draft and the job that was made of it last, which is shown beside it. */
export type MediaPlayground = { draft: MediaDraft; jobId: string | null }

export const emptyMediaPlayground: MediaPlayground = { draft: emptyDraft, jobId: null }

/** The state stored before a reload. */
export const restoreMediaPlayground = (saved: unknown): MediaPlayground => {
  if (typeof saved !== 'object' || saved === null || !('draft' in saved)) return emptyMediaPlayground
  const { draft, jobId } = saved as MediaPlayground
  return { draft: { ...emptyDraft, ...draft }, jobId: jobId ?? null }
}

export const mediaPaths = {
  image: '/api/v1/ai/media/image',
  tts: '/api/v1/ai/media/tts',
  stt: '/api/v1/ai/media/stt',
  video: '/api/v1/ai/media/video',
} as const

/** The fields of each kind besides its words and files, and which of them are numbers. */
const fields = {
  image: ['n', 'size', 'aspectRatio', 'seed'],
  video: ['durationSeconds', 'size', 'aspectRatio', 'seed'],
  tts: ['voice', 'format', 'speed', 'language', 'instructions'],
  stt: [],
} as const satisfies Record<MediaKind, readonly (keyof MediaDraft)[]>
const numbers: ReadonlySet<string> = new Set(['n', 'seed', 'durationSeconds', 'speed'])

/** How many files a kind starts from at most. */
export const fileLimit: Record<MediaKind, number> = { image: 4, video: 1, stt: 1, tts: 0 }

export type MediaBody = BodyOf<(typeof mediaPaths)[MediaKind], 'post'>

/** The request of a draft. The server alone judges what is in it. */
export function bodyOf(kind: MediaKind, draft: MediaDraft): MediaBody {
  const parameters = fields[kind].flatMap((name) => {
    const text = draft[name].trim()
    return text === '' ? [] : [[name, numbers.has(name) ? Number(text) : text] as const]
  })
  const ids = draft.files.slice(0, fileLimit[kind]).map(({ id }) => id)
  return {
    ...(draft.model === '' ? {} : { model: draft.model }),
    ...(kind === 'tts' ? { text: draft.words } : kind === 'stt' ? {} : { prompt: draft.words }),
    ...(kind === 'stt' ? { fileId: ids[0] ?? '' } : ids.length > 0 ? { fileIds: ids } : {}),
    ...Object.fromEntries(parameters),
  } as MediaBody
}

export const callOf = (kind: MediaKind, draft: MediaDraft): ApiCall => ({
  method: 'POST',
  path: mediaPaths[kind],
  ...(draft.user.trim() === '' ? {} : { headers: { 'x-username': draft.user.trim() } }),
  body: bodyOf(kind, draft),
})

export const isWritten = (kind: MediaKind, { words, files }: MediaDraft): boolean =>
  kind === 'stt' ? files.length > 0 : words.trim() !== ''

/** The draft of a job, as far as its input is stored. */
export function draftOf(job: {
  kind: MediaKind
  model: string
  isPlaceholder: boolean
  input: Record<string, unknown> | null
}): MediaDraft {
  const { words, files, parameters } = readJobInput(job.input ?? {})
  const known = fields[job.kind].flatMap((name) => {
    const value = parameters[name]
    return value === undefined || value === null ? [] : [[name, String(value)] as const]
  })
  return {
    ...emptyDraft,
    ...Object.fromEntries(known),
    model: job.isPlaceholder ? '' : job.model,
    words,
    files: files.map((id) => ({ id, name: `…${id.slice(-8)}`, mimeType: '', sizeBytes: 0 })),
  }
}
