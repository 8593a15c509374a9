import { z } from 'zod'
import { Timestamp } from '../../../kernel/http/shapes.ts'

export const PauseBody = z.strictObject({
  isPaused: z.boolean(),
  reason: z.string().trim().max(500).default('').describe('Shown while the triggers are paused.'),
})
export type PauseBody = z.output<typeof PauseBody>

export const Pause = z
  .object({ isPaused: z.boolean(), pausedAt: Timestamp.nullable(), reason: z.string().nullable() })
  .meta({ id: 'TriggerPause' })
export type Pause = z.output<typeof Pause>
