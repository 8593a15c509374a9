import { z } from 'zod'

// By its own schemas the protocol's server answers parameters of another shape as a failure of ours.
const Listing = { params: z.looseObject({ cursor: z.string().optional() }) }

/** The parameters of each request, so that wrong ones are -32602 with what is wrong. */
export const paramsOf = {
  listing: Listing,
  reading: { params: z.looseObject({ uri: z.string() }) },
  prompt: {
    params: z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() }),
  },
  completion: {
    params: z.looseObject({
      ref: z.discriminatedUnion('type', [
        z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
        z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
      ]),
      argument: z.looseObject({ name: z.string(), value: z.string() }),
    }),
  },
} as const
