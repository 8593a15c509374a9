import { z } from 'zod'
import { choiceParam, pageParams, Timestamp, textParam, Uuid } from '../../../kernel/http/shapes.ts'
import { ChatBody } from './chat.ts'
import { mediaKinds } from './model.ts'

export const mediaStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const

const Ratio = z.string().regex(/^\d{1,3}:\d{1,3}$/, 'must look like 16:9')
const Size = z.string().regex(/^\d{2,5}x\d{2,5}$/, 'must look like 1024x1024')

const shared = {
  model: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The first that is set up when left out; without any, a placeholder of this server.'),
  wait: z
    .int()
    .min(0)
    .max(120)
    .optional()
    .describe('Seconds to wait for the end before the job is answered as it stands.'),
  metadata: ChatBody.shape.metadata,
}

export const ImageBody = z.strictObject({
  prompt: z.string().min(1).max(32_000),
  n: z.int().min(1).max(10).optional(),
  size: Size.optional(),
  aspectRatio: Ratio.optional(),
  seed: z.int().optional(),
  fileIds: z.array(Uuid).max(4).optional().describe('Pictures to start from, for models that edit.'),
  ...shared,
})
export type ImageBody = z.output<typeof ImageBody>

export const VideoBody = z.strictObject({
  prompt: z.string().min(1).max(32_000),
  durationSeconds: z.int().min(1).max(60).optional(),
  size: Size.optional(),
  aspectRatio: Ratio.optional(),
  seed: z.int().optional(),
  fileIds: z.array(Uuid).max(1).optional().describe('The picture to begin with.'),
  ...shared,
})
export type VideoBody = z.output<typeof VideoBody>

export const SpeechBody = z.strictObject({
  text: z.string().min(1).max(100_000),
  voice: z.string().min(1).max(200).optional(),
  format: z.enum(['mp3', 'wav', 'opus', 'aac', 'flac', 'pcm']).optional(),
  speed: z.number().min(0.25).max(4).optional(),
  language: z.string().min(2).max(35).optional(),
  instructions: z.string().max(10_000).optional(),
  ...shared,
})
export type SpeechBody = z.output<typeof SpeechBody>

export const TranscriptBody = z.strictObject({
  fileId: Uuid.describe('A recording.'),
  ...shared,
})
export type TranscriptBody = z.output<typeof TranscriptBody>

/** What was asked, as it is kept until it is made. */
export type MediaInput =
  | ({ kind: 'image' } & Omit<ImageBody, 'wait' | 'model' | 'metadata'>)
  | ({ kind: 'video' } & Omit<VideoBody, 'wait' | 'model' | 'metadata'>)
  | ({ kind: 'tts' } & Omit<SpeechBody, 'wait' | 'model' | 'metadata'>)
  | ({ kind: 'stt' } & Omit<TranscriptBody, 'wait' | 'model' | 'metadata'>)

const Segment = z.object({ text: z.string(), startSecond: z.number(), endSecond: z.number() })

export const Transcript = z.object({
  text: z.string(),
  language: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  segments: z.array(Segment),
})
export type Transcript = z.output<typeof Transcript>

export const mediaUnits = { image: 'image', video: 'second', tts: 'char', stt: 'minute' } as const

export const MediaJob = z
  .object({
    id: z.uuid(),
    kind: z.enum(mediaKinds),
    status: z.enum(mediaStatuses),
    model: z.string(),
    provider: z.string(),
    isPlaceholder: z
      .boolean()
      .describe('Made by this server to try things out: no model has seen the request.'),
    fileIds: z.array(z.uuid()).describe('What was made, as files of the end user.'),
    transcript: Transcript.nullable(),
    usage: z.object({
      units: z.number(),
      unit: z.enum(['image', 'second', 'char', 'minute']),
      credits: z.number(),
      usd: z.number(),
      estimated: z.boolean().describe('The provider did not say how much it was.'),
      unpriced: z.boolean().describe('No price is known for the model, so it cost nothing.'),
    }),
    error: z.object({ code: z.string(), message: z.string().nullable() }).nullable(),
    metadata: z.record(z.string(), z.string()),
    eUID: z.uuid(),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: 'MediaJob' })
export type MediaJob = z.output<typeof MediaJob>

export const MediaJobDetail = MediaJob.extend({
  input: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What was asked; null once it is over where the project keeps no payloads.'),
}).meta({ id: 'MediaJobDetail' })
export type MediaJobDetail = z.output<typeof MediaJobDetail>

export const MediaQuery = z.strictObject({
  ...pageParams,
  cursor: textParam(200).optional().describe('The `nextCursor` of the answer before.'),
  kind: choiceParam(mediaKinds).optional(),
  status: choiceParam(mediaStatuses).optional(),
})
export type MediaQuery = z.output<typeof MediaQuery>
