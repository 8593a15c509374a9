import { z } from 'zod'
import { type Thought, ThoughtShape, thoughtResponse, toThought } from '../../schema/thought.ts'

/** A thought, in the form in which clients of this API get it from other gateways. */
export const ReasoningDetail = ThoughtShape.extend({
  type: z.literal('reasoning.text'),
  index: z.int().optional(),
}).meta({ id: 'OpenAiReasoningDetail' })
export type ReasoningDetail = z.output<typeof ReasoningDetail>

/** Where Google puts, in this format, the signature of a call. */
export const ExtraContent = z.object({
  google: z.object({ thought_signature: z.string().max(1_048_576).optional() }).optional(),
})

export const thoughtIn = (detail: ReasoningDetail): Thought => toThought(detail)

export const detailOf = (thought: Thought, index: number): ReasoningDetail => ({
  type: 'reasoning.text',
  index,
  ...thoughtResponse(thought),
})

export const extraOf = (signature: string | undefined): { extra_content?: z.output<typeof ExtraContent> } =>
  signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }
