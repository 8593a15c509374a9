import type { Scope } from '../../../../kernel/scope.ts'
import type { Sealer } from '../../../../kernel/secrets/seal.ts'
import { knownProviders, localProvider, type ProviderSettings } from '../../providers/registry.ts'
import type { StoredProvider } from '../../read-settings.ts'
import type { ProviderKind } from '../../schema/provider.ts'

export const sealPurpose = 'llm-provider-keys'

export type ProviderSources = {
  sealer: Sealer
  /** Set up by the operator, for every project. */
  operatorProviders: readonly ProviderSettings[]
  /** An Ollama server on this machine, once it was found. */
  ollama(): ProviderSettings | null
}

/** Which settings count for a provider of a project: its own, then the operator's, then what was found. */
export function createProviderSettings({ sealer, operatorProviders, ollama }: ProviderSources) {
  function ofProject(scope: Scope, stored: StoredProvider): ProviderSettings | null {
    if (!stored.isEnabled) return null
    const known = knownProviders[stored.name]
    const operator = operatorProviders.find(({ name }) => name === stored.name)
    const context = { projectId: scope.projectId, purpose: sealPurpose, rowId: stored.name }
    const keys =
      stored.keysSealed === null ? [] : (JSON.parse(sealer.openText(context, stored.keysSealed)) as string[])
    // The operator's key is only for the operator's URL: a project must not have it sent elsewhere.
    if (keys.length === 0 && stored.baseUrl === null) return operator ?? null
    return {
      name: stored.name,
      kind: stored.kind as ProviderKind,
      baseUrl: stored.baseUrl ?? known?.baseUrl ?? null,
      // A self-hosted server may need no key; packages require a placeholder.
      keys: keys.length > 0 ? keys : ['none'],
      options: stored.options,
      isGuarded: stored.baseUrl !== null,
      payer: 'project',
    }
  }

  function find(scope: Scope, providers: readonly StoredProvider[], name: string): ProviderSettings | null {
    if (name === localProvider.name) return localProvider
    const stored = providers.find((each) => each.name === name)
    if (stored) return ofProject(scope, stored)
    const operator = operatorProviders.find((each) => each.name === name)
    return operator ?? (name === 'ollama' ? ollama() : null)
  }

  return {
    find,
    /** Every provider that can be called, those of the project first. */
    listUsable(scope: Scope, providers: readonly StoredProvider[]): ProviderSettings[] {
      const names = [...providers, ...operatorProviders].map(({ name }) => name)
      return [...new Set([...names, 'ollama'])].flatMap((name) => find(scope, providers, name) ?? [])
    },
  }
}

export type ProviderSettingsOf = ReturnType<typeof createProviderSettings>
