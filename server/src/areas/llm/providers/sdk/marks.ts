import type { SharedV4ProviderMetadata, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { Mark, type MarkVendor, type Thought } from '../../schema/thought.ts'
import type { ProviderSettings } from '../registry.ts'

/** How a provider's package keeps what it must know of former thoughts. */
export type Dialect = {
  /** Whose marks it reads; null where thoughts carry none. */
  vendor: MarkVendor | null
  /** Under which names its package writes and reads them. */
  names: readonly string[]
  /** Whether it takes thoughts back as plain text. */
  takesPlain: boolean
  /** Sent with every call. */
  options: SharedV4ProviderOptions
}

// Answers are not kept at the vendor for later calls, so thoughts must come sealed within the answer, and no caller can
// refer to what another one's call has left there.
const nothingKept = { store: false }

const plain: Dialect = { vendor: null, names: [], takesPlain: true, options: {} }

/** What is signed by Anthropic is known to Anthropic wherever it runs. */
export function dialectOf({ kind }: Pick<ProviderSettings, 'kind'>, api: 'responses' | 'chat'): Dialect {
  const isKept = api === 'chat'
  switch (kind) {
    case 'anthropic':
      return { ...plain, vendor: 'anthropic', names: ['anthropic'], takesPlain: false }
    case 'amazon-bedrock':
      return { ...plain, vendor: 'anthropic', names: ['bedrock', 'amazonBedrock'], takesPlain: false }
    case 'google':
      return { ...plain, vendor: 'google', names: ['google'], takesPlain: false }
    case 'openrouter':
      return { ...plain, vendor: 'openrouter', names: ['openrouter'] }
    case 'xai':
      return { vendor: 'xai', names: ['xai'], takesPlain: false, options: { xai: nothingKept } }
    case 'openai':
      return {
        ...{ vendor: 'openai', names: ['openai'], takesPlain: false },
        options: isKept ? {} : { openai: nothingKept },
      }
    case 'azure':
      return {
        ...{ vendor: 'azure', names: ['azure'], takesPlain: false },
        options: isKept ? {} : { azure: nothingKept },
      }
    default:
      return plain
  }
}

/** The mark in what a package tells beside a part; null when there is none. */
export function markOf(
  { vendor, names }: Dialect,
  metadata: SharedV4ProviderMetadata | undefined,
): Mark | null {
  if (vendor === null || !metadata) return null
  for (const name of names) {
    const given = metadata[name] as Record<string, unknown> | undefined
    if (!given) continue
    const fields = Object.fromEntries(
      Object.entries(given).filter(([key, value]) => isMarkField(key) && value != null && value !== ''),
    )
    const mark = Mark.safeParse({ vendor, ...fields })
    if (mark.success && Object.keys(fields).length > 0) return mark.data
  }
  return null
}

const markFields = [
  ...['signature', 'redactedData', 'itemId', 'reasoningEncryptedContent'],
  ...['thoughtSignature', 'reasoning_details'],
]
const isMarkField = (key: string): boolean => markFields.includes(key)

/** The thoughts that the provider would know again. Others it refuses, or takes for words of its own. */
export const knownThoughts = ({ vendor, takesPlain }: Dialect, thoughts: readonly Thought[]): Thought[] =>
  thoughts.filter(({ mark }) => (mark ? mark.vendor === vendor : takesPlain))

export function optionsOf(
  { names }: Dialect,
  mark: Mark | null,
): { providerOptions?: SharedV4ProviderOptions } {
  if (!mark) return {}
  const { vendor: _, ...fields } = mark
  return {
    providerOptions: Object.fromEntries(names.map((name) => [name, fields])) as SharedV4ProviderOptions,
  }
}

/** Only Google signs plain text, for the thoughts before it that it does not show. */
export const textMark = (dialect: Dialect, metadata: SharedV4ProviderMetadata | undefined): Mark | null =>
  dialect.vendor === 'google' ? markOf(dialect, metadata) : null

/** Only Google signs calls of tools. */
export const callMark = ({ vendor }: Dialect, thoughtSignature: string | undefined): Mark | null =>
  vendor === 'google' && thoughtSignature !== undefined ? { vendor, thoughtSignature } : null

export function callSignature(
  dialect: Dialect,
  metadata: SharedV4ProviderMetadata | undefined,
): string | undefined {
  const mark = markOf(dialect, metadata)
  return mark?.vendor === 'google' ? mark.thoughtSignature : undefined
}
