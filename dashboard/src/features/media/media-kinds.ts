import type { MediaJob } from '@stoa/sdk'

export type MediaKind = MediaJob['kind']

export const jobsPath = '/api/v1/ai/media/jobs'
export const jobPath = '/api/v1/ai/media/jobs/{id}'
export const cancelPath = '/api/v1/ai/media/jobs/{id}/cancel'

type KindFacts = {
  label: string
  /** In the URL of its playground. */
  slug: string
  /** As it is used in a sentence. */
  things: string
}

export const mediaKinds: Record<MediaKind, KindFacts> = {
  image: { label: 'Image', slug: 'image', things: 'images' },
  tts: { label: 'Speech', slug: 'speech', things: 'speech' },
  stt: { label: 'Transcription', slug: 'transcription', things: 'transcripts' },
  video: { label: 'Video', slug: 'video', things: 'videos' },
}

export const allMediaKinds = Object.keys(mediaKinds) as MediaKind[]

export const mediaKindOf = (slug: string): MediaKind | undefined =>
  allMediaKinds.find((kind) => mediaKinds[kind].slug === slug)

const one = { image: 'image', second: 'second', char: 'character', minute: 'minute' } as const
const amountFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** "2 images", "1 second", "0.03 minutes". */
export const units = (count: number, unit: MediaJob['usage']['unit']): string =>
  `${amountFormat.format(count)} ${one[unit]}${count === 1 ? '' : 's'}`
