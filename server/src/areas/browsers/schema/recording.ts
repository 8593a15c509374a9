import { z } from 'zod'
import { openObject, Timestamp } from '../../../kernel/http/shapes.ts'

const RecordingFrame = z.object({
  number: z.number().describe('In the event log of the session.'),
  offsetMs: z.number().describe('Since the session started.'),
  fileId: z.uuid().describe('A JPEG image; deleted after 30 days.'),
  sizeBytes: z.number(),
  url: z.string(),
  title: z.string(),
  action: openObject().nullable().describe('The action before, as in the event log.'),
  createdAt: Timestamp,
})
export type RecordingFrame = z.output<typeof RecordingFrame>

export const Recording = z
  .object({
    sessionId: z.uuid(),
    isRecorded: z.boolean().describe('Whether the session was created with `record`.'),
    startedAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable(),
    frames: z.array(RecordingFrame),
  })
  .meta({ id: 'BrowserRecording' })
export type Recording = z.output<typeof Recording>
