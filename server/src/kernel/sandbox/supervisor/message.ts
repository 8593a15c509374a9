import { z } from 'zod'
import { maxHeaderBytes } from '../protocol/frames.ts'
import { sandboxLimits } from '../protocol/limits.ts'
import type { Message } from '../protocol/messages.ts'

const text = (max: number) => z.string().max(max)
const errorText = text(4 * sandboxLimits.errorChars)

const Output = z.strictObject({
  stream: z.enum(['stdout', 'stderr']),
  text: text(8 * sandboxLimits.outputBytes),
  skipped: z.boolean(),
})

const Outcome = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('succeeded'), result: text(2 * sandboxLimits.resultBytes).nullable() }),
  z.strictObject({
    status: z.literal('failed'),
    code: z.enum(['timeout', 'memory_limit', 'script_error', 'killed', 'result_too_large']),
    error: errorText,
    trace: errorText.optional(),
  }),
])

const AnyMessage = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('ready'), sealed: z.boolean(), engine: text(200) }),
  z.strictObject({ t: z.literal('fault'), error: text(maxHeaderBytes) }),
  z.strictObject({ t: z.literal('output'), output: Output }),
  z.strictObject({
    t: z.literal('call'),
    call: z.int().positive(),
    method: text(100),
    args: text(2 * sandboxLimits.callBytes),
  }),
  z.strictObject({
    t: z.literal('done'),
    sideTask: z.int().positive().optional(),
    outcome: Outcome.optional(),
    files: z
      .array(z.strictObject({ path: text(8192), sizeBytes: z.number() }))
      .max(100_000)
      .optional(),
    found: z.boolean().optional(),
    refused: z
      .enum([
        'too_many_files',
        'too_large',
        'bad_path',
        'path_taken',
        'stale_save',
        'not_savable',
        'no_session',
      ])
      .optional(),
    broken: z.boolean().optional(),
    lost: z.boolean().optional(),
    outputs: z.array(Output).max(2).optional(),
    ranMs: z.number().nonnegative().optional(),
  }),
])

/**
 * What a child says, checked word by word: a guest that has broken out of its interpreter speaks with its voice, and
 * the server goes by it. Throws on anything that none of ours would say.
 */
export const parseMessage = (header: unknown): Message => AnyMessage.parse(header) as Message
