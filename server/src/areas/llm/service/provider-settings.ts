import type { Scope } from '../../../kernel/scope.ts'
import type { Sealer } from '../../../kernel/secrets/seal.ts'
import { knownProviders, localProvider, type ProviderSettings } from '../providers/registry.ts'
import type { KeptProvider } from '../read-settings.ts'
import type { ProviderKind } from '../schema/provider.ts'

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
  function ofProject(scope: Scope, kept: KeptProvider): ProviderSettings | null {
    if (!kept.isEnabled) return null
    const known = knownProviders[kept.name]
    const operator = operatorProviders.find(({ name }) => name === kept.name)
    const context = { projectId: scope.projectId, purpose: sealPurpose, rowId: kept.name }
    const keys =
      kept.keysSealed === null ? [] : (JSON.parse(sealer.openText(context, kept.keysSealed)) as string[])
    // The operator's key is only for the operator's address: a project must not have it sent elsewhere.
    if (keys.length === 0 && kept.baseUrl === null) return operator ?? null
    return {
      name: kept.name,
      kind: kept.kind as ProviderKind,
      baseUrl: kept.baseUrl ?? known?.baseUrl ?? null,
      // A server of one's own may need no key; providers want some word in its place.
      keys: keys.length > 0 ? keys : ['none'],
      options: kept.options,
      isGuarded: kept.baseUrl !== null,
      payer: 'project',
    }
  }

  function find(scope: Scope, providers: readonly KeptProvider[], name: string): ProviderSettings | null {
    if (name === localProvider.name) return localProvider
    const kept = providers.find((each) => each.name === name)
    if (kept) return ofProject(scope, kept)
    const operator = operatorProviders.find((each) => each.name === name)
    return operator ?? (name === 'ollama' ? ollama() : null)
  }

  return {
    find,
    /** Every provider that can be asked, those of the project first. */
    listUsable(scope: Scope, providers: readonly KeptProvider[]): ProviderSettings[] {
      const names = [...providers, ...operatorProviders].map(({ name }) => name)
      return [...new Set([...names, 'ollama'])].flatMap((name) => find(scope, providers, name) ?? [])
    },
  }
}

export type ProviderSettingsOf = ReturnType<typeof createProviderSettings>
