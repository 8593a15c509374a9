import { z } from 'zod'
import { Uuid } from '../../../kernel/http/shapes.ts'

export const CommandBody = z.strictObject({
  command: z.string().min(1).max(8192),
  isBackground: z.boolean().default(false),
})

export const CommandParams = z.object({ id: Uuid, commandId: Uuid })
