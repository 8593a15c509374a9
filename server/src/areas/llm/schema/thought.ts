import { z } from 'zod'

// What vendors seal for themselves can have many kilobytes.
const maxMark = 1_048_576
const Sealed = z.string().min(1).max(maxMark)

/** A piece of reasoning in the words of OpenRouter; fields that no one knows are left out. */
const ReasoningDetail = z.object({
  type: z.string().startsWith('reasoning.').max(100),
  id: z.string().max(500).nullish(),
  format: z.string().max(100).nullish(),
  index: z.int().min(0).max(100_000).nullish(),
  text: z.string().max(maxMark).nullish(),
  summary: z.string().max(maxMark).nullish(),
  signature: Sealed.nullish(),
  data: Sealed.nullish(),
})

/**
 * What a vendor put on a thought so that it knows it again: without it, it refuses the thought, and some refuse the
 * whole turn. It is passed on unchanged. Names are those of the vendor's package; others are not let through, for they
 * could refer to what is stored at the vendor for another customer.
 */
export const ReasoningSignature = z.discriminatedUnion('vendor', [
  z.strictObject({
    vendor: z.literal('anthropic'),
    signature: Sealed.optional(),
    redactedData: Sealed.optional(),
  }),
  z.strictObject({
    vendor: z.enum(['openai', 'azure', 'xai']),
    itemId: z.string().max(500).optional(),
    reasoningEncryptedContent: Sealed,
  }),
  z.strictObject({ vendor: z.literal('google'), thoughtSignature: Sealed }),
  z.strictObject({
    vendor: z.literal('openrouter'),
    reasoning_details: z.array(ReasoningDetail).min(1).max(1000),
  }),
])
export type ReasoningSignature = z.output<typeof ReasoningSignature>
export type SignatureVendor = ReasoningSignature['vendor']

/** One thought of a response. */
export type Thought = {
  text: string
  /** How many other parts of the response, its text and its tool calls, precede it. */
  place: number
  signature: ReasoningSignature | null
}

const prefix = 'stoa.'

/** The mark as one text, which callers keep and send back. Anthropic's own signatures are left as they are. */
export function encodeSignature(signature: ReasoningSignature): string {
  if (signature.vendor === 'anthropic' && signature.signature !== undefined) return signature.signature
  return `${prefix}${Buffer.from(JSON.stringify(signature)).toString('base64url')}`
}

/** Null for what is no mark: then the thought goes nowhere where one is needed. */
export function decodeSignature(text: string | null | undefined): ReasoningSignature | null {
  if (!text) return null
  if (!text.startsWith(prefix)) return { vendor: 'anthropic', signature: text }
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text.slice(prefix.length), 'base64url').toString())
    return ReasoningSignature.safeParse(parsed).data ?? null
  } catch {
    return null
  }
}

/** A thought as callers see it and send it back. */
export const ThoughtShape = z
  .object({
    text: z.string().max(400_000),
    place: z
      .int()
      .min(0)
      .max(1000)
      .default(0)
      .describe('The number of other message parts (text and tool calls) before it.'),
    signature: z
      .string()
      .max(2 * maxMark)
      .optional()
      .describe('Provider signature; send it back unchanged.'),
  })
  .meta({ id: 'LlmThought' })
export type ThoughtShape = z.output<typeof ThoughtShape>

export const toThought = ({ text, place, signature }: ThoughtShape): Thought => ({
  text,
  place,
  signature: decodeSignature(signature),
})

export const thoughtResponse = ({ text, place, signature }: Thought): ThoughtShape => ({
  text,
  place,
  ...(signature ? { signature: encodeSignature(signature) } : {}),
})

/** The thoughts among the other parts of a message, each in its position. */
export function inPlace<T>(
  thoughts: readonly Thought[],
  others: readonly T[],
): ({ thought: Thought } | { other: T })[] {
  const left = [...thoughts].sort((a, b) => a.place - b.place)
  const parts: ({ thought: Thought } | { other: T })[] = []
  for (const [index, other] of others.entries()) {
    while (left[0] && left[0].place <= index) parts.push({ thought: left.shift()! })
    parts.push({ other })
  }
  return [...parts, ...left.map((thought) => ({ thought }))]
}
