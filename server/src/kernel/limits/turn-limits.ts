import { z } from 'zod'

/** The limits that end a turn of an agent before its work is done. */
export const turnLimits = [
  'model_calls',
  'tool_calls',
  'budget',
  'time',
  'repeated_calls',
  'usage_cap',
] as const
export type TurnLimit = (typeof turnLimits)[number]

export const StoppedBy = z.enum(turnLimits).meta({ id: 'StoppedBy' })
