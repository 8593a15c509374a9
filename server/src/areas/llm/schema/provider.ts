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
    .describe('The OpenAI API to use: `chat` if a custom base URL is set, else `responses`.'),
  region: z
    .string()
    .max(50)
    .regex(/^[a-z0-9-]+$/)
    .optional()
    .describe('Amazon Bedrock region.'),
  accessKeyId: z
    .string()
    .max(200)
    .optional()
    .describe('Amazon Bedrock access key id; the secret access key is the API key.'),
  resourceName: z
    .string()
    .max(100)
    .regex(/^[\w-]+$/)
    .optional()
    .describe('Azure resource name.'),
  apiVersion: z.string().max(50).optional().describe('Azure resource name.'),
})
export type ProviderOptions = z.output<typeof ProviderOptions>

const ProviderName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,49}$/, 'must have only lowercase letters, digits and -, at most 50')

export const ProviderBody = z.strictObject({
  name: ProviderName.describe('Prefix of its model ids.'),
  kind: z
    .enum(providerKinds)
    .exclude(['local'])
    .optional()
    .describe('The API format; required for a custom name.'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable()
    .optional()
    .describe('Base URL, if not the default. Private addresses must be allowed by the operator.'),
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
      'With several keys, the next one is used if one is rejected or rate limited. Omit to keep the current keys; an empty list removes them.',
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
    source: z.enum(['built-in', 'environment', 'project', 'none']).describe('Source of its settings.'),
    isConfigured: z.boolean(),
    isEnabled: z.boolean(),
    baseUrl: z.string().nullable(),
    options: ProviderOptions,
    keys: z.array(
      z.object({ hasValue: z.boolean(), last4: z.string().nullable(), updatedAt: Timestamp.nullable() }),
    ),
    media: z.array(z.enum(mediaKinds)).describe('Media types it supports once configured.'),
    environment: z.array(z.string()).describe('Environment variables that configure it for all projects.'),
  })
  .meta({ id: 'LlmProvider' })
export type ProviderReport = z.output<typeof ProviderReport>

export const ProviderTestBody = z.strictObject({ model: z.string().min(1).max(200).optional() })

export const ProviderTest = z
  .object({
    ok: z.boolean(),
    model: z.string(),
    latencyMs: z.int(),
    text: z.string().nullable().describe('The response of the model.'),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'LlmProviderTest' })
export type ProviderTest = z.output<typeof ProviderTest>

/** What everyone who may call models may know of a provider. */
export const ProviderState = z
  .object({
    name: z.string().describe('Prefix of its model ids.'),
    status: z
      .enum(['ready', 'incomplete', 'disabled'])
      .describe('`incomplete` has no API key; `disabled` is disabled in this project.'),
    health: z
      .array(
        z.object({
          model: z.string().nullable().describe('Null if it applies to all models of the key.'),
          key: z.int().describe('Index of the API key of the provider.'),
          state: z
            .enum(['open', 'half_open', 'rate_limited', 'key_refused'])
            .describe(
              'Circuit breaker state: `open` failed repeatedly and is skipped until `retryAt`; `half_open` is being probed. `rate_limited` and `key_refused` keys are used last until then.',
            ),
          failures: z.int().describe('Consecutive failures.'),
          retryAt: Timestamp,
        }),
      )
      .describe('Current failures as seen by the responding node; empty if healthy.'),
  })
  .meta({ id: 'ModelProviderState' })
export type ProviderState = z.output<typeof ProviderState>
