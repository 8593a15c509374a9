import type { BodyOf, LlmProvider } from '@stoa/sdk'
import type { providersPath } from '../../../features/models/use-providers.ts'

export type ProviderBody = BodyOf<typeof providersPath, 'put'>
export type Kind = NonNullable<ProviderBody['kind']>

/** What is typed in the form; texts, as they are typed. */
export type ProviderDraft = {
  name: string
  kind: string
  baseUrl: string
  apiKeys: string
  region: string
  accessKeyId: string
  resourceName: string
  apiVersion: string
  api: string
}

export const noTexts: ProviderDraft = {
  name: '',
  kind: 'openai-compatible',
  baseUrl: '',
  apiKeys: '',
  region: '',
  accessKeyId: '',
  resourceName: '',
  apiVersion: '',
  api: '',
}

export const textsOf = ({ name, kind, baseUrl, options }: LlmProvider): ProviderDraft => ({
  ...noTexts,
  name,
  kind,
  baseUrl: baseUrl ?? '',
  region: options.region ?? '',
  accessKeyId: options.accessKeyId ?? '',
  resourceName: options.resourceName ?? '',
  apiVersion: options.apiVersion ?? '',
  api: options.api ?? '',
})

/** One key a line; several are used in turn. */
const keysIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What single vendors need; what is empty is left out. */
function optionsOf(texts: ProviderDraft): NonNullable<ProviderBody['options']> {
  const { region, accessKeyId, resourceName, apiVersion, api } = texts
  const defined = Object.entries({ region, accessKeyId, resourceName, apiVersion, api })
  return Object.fromEntries(defined.map(([name, value]) => [name, value.trim()]).filter(([, value]) => value))
}

/** Keys are left out when none was typed, so that those that are there stay. */
export function providerBodyOf(texts: ProviderDraft, isKnown: boolean): ProviderBody {
  const keys = keysIn(texts.apiKeys)
  return {
    name: texts.name.trim(),
    ...(isKnown ? {} : { kind: texts.kind as Kind }),
    baseUrl: texts.baseUrl.trim() === '' ? null : texts.baseUrl.trim(),
    options: optionsOf(texts),
    ...(keys.length > 0 ? { apiKeys: keys } : {}),
  }
}
