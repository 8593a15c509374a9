import { z } from 'zod'
import { Timestamp } from '../../../kernel/http/shapes.ts'
import { mediaKinds } from './model.ts'

export const providerKinds = [
  'local',
  'openai',
  'anthropic',
  'google',
  'mistral',
  'groq',
  'xai',
  'deepseek',
  'openrouter',
  'amazon-bedrock',
  'azure',
  'openai-compatible',
] as const
export type ProviderKind = (typeof providerKinds)[number]

/** What single vendors need beside a key. */
export const ProviderOptions = z.strictObject({
  api: z
    .enum(['responses', 'chat'])
    .optional()
    .describe("Which of OpenAI's two wires: chat where another base URL is set, else responses."),
  region: z
    .string()
    .max(50)
    .regex(/^[a-z0-9-]+$/)
    .optional()
    .describe('Amazon Bedrock.'),
  accessKeyId: z
    .string()
    .max(200)
    .optional()
    .describe('Amazon Bedrock with a pair of keys; the secret is the key.'),
  resourceName: z
    .string()
    .max(100)
    .regex(/^[\w-]+$/)
    .optional()
    .describe('Azure.'),
  apiVersion: z.string().max(50).optional().describe('Azure.'),
})
export type ProviderOptions = z.output<typeof ProviderOptions>

const ProviderName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,49}$/, 'must be small letters, digits and -, at most 50')

export const ProviderBody = z.strictObject({
  name: ProviderName.describe('The first part of its model ids.'),
  kind: z
    .enum(providerKinds)
    .exclude(['local'])
    .optional()
    .describe('What it speaks; needed for a name of your own.'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable()
    .optional()
    .describe('Where it is, if not at the usual address. Private addresses are for the operator to open.'),
  apiKeys: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .max(10_000)
        // It is sent in a header.
        .regex(/^[\x20-\x7e]*$/, 'must be one line of plain characters'),
    )
    .max(10)
    .optional()
    .describe(
      'Several are used in turn when one is refused or busy. Left out they stay as they are; empty removes them.',
    ),
  options: ProviderOptions.optional(),
  isEnabled: z.boolean().optional(),
})
export type ProviderBody = z.output<typeof ProviderBody>

export const ProviderParams = z.object({ name: z.string().min(1).max(50) })

export const ProviderReport = z
  .object({
    name: z.string(),
    kind: z.enum(providerKinds),
    source: z.enum(['built-in', 'environment', 'project', 'none']).describe('Where its settings come from.'),
    isConfigured: z.boolean(),
    isEnabled: z.boolean(),
    baseUrl: z.string().nullable(),
    options: ProviderOptions,
    keys: z.array(
      z.object({ hasValue: z.boolean(), last4: z.string().nullable(), updatedAt: Timestamp.nullable() }),
    ),
    media: z.array(z.enum(mediaKinds)).describe('Which media can be made through it, once it is set up.'),
    environment: z.array(z.string()).describe('The variables that set it up for all projects.'),
  })
  .meta({ id: 'LlmProvider' })
export type ProviderReport = z.output<typeof ProviderReport>

export const ProviderTestBody = z.strictObject({ model: z.string().min(1).max(200).optional() })

export const ProviderTest = z
  .object({
    ok: z.boolean(),
    model: z.string(),
    latencyMs: z.int(),
    text: z.string().nullable().describe('What the model said.'),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'LlmProviderTest' })
export type ProviderTest = z.output<typeof ProviderTest>

/** What everybody who may call models may know of a provider. */
export const ProviderState = z
  .object({
    name: z.string().describe('The first part of its model ids.'),
    status: z
      .enum(['ready', 'incomplete', 'disabled'])
      .describe('`incomplete` has no key; `disabled` was switched off in this project.'),
    health: z
      .array(
        z.object({
          model: z.string().nullable().describe('Null for all models of the key.'),
          key: z.int().describe('Which of the keys of the provider, by its place.'),
          state: z
            .enum(['open', 'half_open', 'rate_limited', 'key_refused'])
            .describe(
              '`open` failed several times in a row and is not called until `retryAt`; `half_open` is called once to see whether it works again. `rate_limited` and `key_refused` keys come last until then.',
            ),
          failures: z.int().describe('In a row.'),
          retryAt: Timestamp,
        }),
      )
      .describe(
        'What keeps models from being called, as the node that answers has seen it; empty when all is well.',
      ),
  })
  .meta({ id: 'ModelProviderState' })
export type ProviderState = z.output<typeof ProviderState>
