import type { SharedV4ProviderMetadata, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { ReasoningSignature, type SignatureVendor, type Thought } from '../../schema/thought.ts'
import type { ProviderSettings } from '../registry.ts'

/** The options of a provider's package, and how it represents the signatures of former thoughts. */
export type Dialect = {
  kind: ProviderSettings['kind']
  /** Under which names its package reads the options of a call. */
  optionNames: readonly string[]
  /** Whose marks it reads; null where thoughts carry none. */
  vendor: SignatureVendor | null
  /** Under which names its package writes and reads them. */
  names: readonly string[]
  /** Whether it takes thoughts back as plain text. */
  takesPlain: boolean
  /** Sent with every call. */
  options: SharedV4ProviderOptions
}

// Responses are not stored at the vendor for later calls, so thoughts must be encrypted within the response, and no
// caller can refer to what another one's call has left there.
const nothingStored = { store: false }

const plain = { vendor: null, names: [], takesPlain: true, options: {} } as const

/** What is signed by Anthropic is known to Anthropic wherever it runs. */
export function dialectOf(
  { kind, name }: Pick<ProviderSettings, 'kind' | 'name'>,
  api: 'responses' | 'chat',
): Dialect {
  const optionNames = optionNamesOf(kind, name, api)
  return { ...thoughtsOf(kind, api), kind, optionNames }
}

function optionNamesOf(kind: ProviderSettings['kind'], name: string, api: 'responses' | 'chat'): string[] {
  if (kind === 'amazon-bedrock') return ['amazonBedrock']
  if (kind === 'azure' && api === 'chat') return ['openai']
  return [kind === 'openai-compatible' ? name : kind]
}

function thoughtsOf(
  kind: ProviderSettings['kind'],
  api: 'responses' | 'chat',
): Omit<Dialect, 'kind' | 'optionNames'> {
  const isStored = api === 'chat'
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
      return { vendor: 'xai', names: ['xai'], takesPlain: false, options: { xai: nothingStored } }
    case 'openai':
      return {
        vendor: 'openai',
        names: ['openai'],
        takesPlain: false,
        options: isStored ? {} : { openai: nothingStored },
      }
    case 'azure':
      return {
        vendor: 'azure',
        names: ['azure'],
        takesPlain: false,
        options: isStored ? {} : { azure: nothingStored },
      }
    default:
      return plain
  }
}

/** The signature in the metadata of a part; null when there is none. */
export function reasoningSignatureOf(
  { vendor, names }: Dialect,
  metadata: SharedV4ProviderMetadata | undefined,
): ReasoningSignature | null {
  if (vendor === null || !metadata) return null
  for (const name of names) {
    const options = metadata[name] as Record<string, unknown> | undefined
    if (!options) continue
    const fields = Object.fromEntries(
      Object.entries(options).filter(
        ([key, value]) => isSignatureField(key) && value != null && value !== '',
      ),
    )
    const signature = ReasoningSignature.safeParse({ vendor, ...fields })
    if (signature.success && Object.keys(fields).length > 0) return signature.data
  }
  return null
}

const signatureFields = [
  'signature',
  'redactedData',
  'itemId',
  'reasoningEncryptedContent',
  'thoughtSignature',
  'reasoning_details',
]
const isSignatureField = (key: string): boolean => signatureFields.includes(key)

/** The thoughts that the provider recognizes. Others it refuses, or takes for its own output. */
export const knownThoughts = ({ vendor, takesPlain }: Dialect, thoughts: readonly Thought[]): Thought[] =>
  thoughts.filter(({ signature }) => (signature ? signature.vendor === vendor : takesPlain))

export function optionsOf(
  { names }: Dialect,
  signature: ReasoningSignature | null,
): { providerOptions?: SharedV4ProviderOptions } {
  if (!signature) return {}
  const { vendor: _, ...fields } = signature
  return {
    providerOptions: Object.fromEntries(names.map((name) => [name, fields])) as SharedV4ProviderOptions,
  }
}

/** Only Google signs plain text, for the thoughts before it that it does not show. */
export const textSignature = (
  dialect: Dialect,
  metadata: SharedV4ProviderMetadata | undefined,
): ReasoningSignature | null => (dialect.vendor === 'google' ? reasoningSignatureOf(dialect, metadata) : null)

/** Only Google signs calls of tools. */
export const callReasoningSignature = (
  { vendor }: Dialect,
  thoughtSignature: string | undefined,
): ReasoningSignature | null =>
  vendor === 'google' && thoughtSignature !== undefined ? { vendor, thoughtSignature } : null

export function callSignature(
  dialect: Dialect,
  metadata: SharedV4ProviderMetadata | undefined,
): string | undefined {
  const signature = reasoningSignatureOf(dialect, metadata)
  return signature?.vendor === 'google' ? signature.thoughtSignature : undefined
}
