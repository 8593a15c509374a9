import { z } from 'zod'
import { openObject } from '../../../kernel/http/shapes.ts'

const Id = z.string().min(1).max(200)

/** `RunAgentInput` of AG-UI. */
export const AgUiBody = z.strictObject({
  threadId: Id.describe('The id of the chat. One that is a UUID is that of the thread.'),
  runId: Id.describe('Of the client: it is repeated in the events.'),
  parentRunId: z.string().max(200).nullish(),
  protocolVersion: z.string().max(20).nullish(),
  messages: z
    .array(
      z.looseObject({
        id: z.string().max(200),
        role: z.string().max(40),
        content: z.union([z.string(), z.array(openObject()).max(100)]).nullish(),
      }),
    )
    .max(2000)
    .describe('As the client has them; only what the thread does not have is taken.'),
  state: z
    .unknown()
    .optional()
    .describe('Stored with the thread, and returned with its todo list as the state.'),
  forwardedProps: z
    .looseObject({
      model: z.string().max(200).nullish(),
      reasoningEffort: z.enum(['none', 'low', 'medium', 'high']).nullish(),
      on_disconnect: z.enum(['continue', 'cancel']).nullish(),
    })
    .nullish(),
  resume: z
    .array(
      z.looseObject({
        interruptId: z.string().max(200),
        status: z.enum(['resolved', 'cancelled']),
        payload: z.unknown().optional(),
      }),
    )
    .max(100)
    .nullish()
    .describe(
      'Answers to the interrupts of the run before: `{approved}`, `{type: approve | edit | reject, args?, message?}`, `true` or `false`.',
    ),
})
export type AgUiBody = z.output<typeof AgUiBody>
export type AgUiMessage = AgUiBody['messages'][number]
export type AgUiResume = NonNullable<AgUiBody['resume']>[number]
