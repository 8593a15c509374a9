import { z } from 'zod'
import type { LifeMessage } from '../../../../kernel/sealed/sealed-process.ts'
import { maxLinks, maxPages, type ParserMessage, refusalCodes } from '../protocol/messages.ts'

const PageForm = z.object({
  links: z.array(z.string().max(2_000)).max(maxLinks),
  canonical: z.string().nullable(),
  isIndexable: z.boolean(),
  isFollowable: z.boolean(),
})

/** The process may be in the hands of a hostile document: nothing it says is taken unseen. */
const MessageForm = z.discriminatedUnion('t', [
  z.object({ t: z.literal('ready'), sealed: z.boolean() }),
  z.object({ t: z.literal('fault'), error: z.string() }),
  z.object({ t: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({
    t: z.literal('parsed'),
    title: z.string().max(200).nullable(),
    scans: z.array(z.int().min(0).max(maxPages)).max(maxPages),
    page: PageForm.optional(),
  }),
  z.object({ t: z.literal('refused'), code: z.enum(refusalCodes), message: z.string().max(500) }),
])

export const parseMessage = (header: unknown): ParserMessage | LifeMessage =>
  MessageForm.parse(header) as ParserMessage | LifeMessage
