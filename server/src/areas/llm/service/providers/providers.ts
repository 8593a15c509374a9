import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Outbound } from '../../../../kernel/net/outbound.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Sealer } from '../../../../kernel/secrets/seal.ts'
import { notFoundNear } from '../../../../kernel/text/near-names.ts'
import type { Audit } from '../../../audit/index.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { knownProviders, localProvider, type ProviderSettings } from '../../providers/registry.ts'
import { readCallSettings, type StoredProvider } from '../../read-settings.ts'
import { noParameters } from '../../schema/call-request.ts'
import type {
  ProviderBody,
  ProviderKind,
  ProviderReport,
  ProviderState,
  ProviderTest,
} from '../../schema/provider.ts'
import { deleteProvider, lockProviders, upsertProvider } from '../../store/provider.ts'
import type { Calls } from '../calls/calls.ts'
import { mediaMadeBy } from '../media/plan.ts'
import { listedModels } from '../models/default-model.ts'
import type { ProviderHealth } from './health.ts'
import { type ProviderSettingsOf, sealPurpose } from './provider-settings.ts'

export type ProviderDeps = {
  db: Db
  clock: Clock
  audit: Audit
  outbound: Outbound
  sealer: Sealer
  catalogue: Catalogue
  settingsOf: ProviderSettingsOf
  operatorProviders: readonly ProviderSettings[]
  variables: Readonly<Record<string, readonly string[]>>
  calls: Pick<Calls, 'complete'>
  health: Pick<ProviderHealth, 'report'>
}

// Less than one word is enough to see that a key works; some models need capacity to think first.
const testTokens = 256

/** Which providers there are for a project. Keys go in and never come out: only their last characters are shown. */
export function createProviders(deps: ProviderDeps) {
  const { db, clock, audit, outbound, sealer, catalogue, settingsOf, operatorProviders } = deps

  function reportOf(scope: Scope, stored: readonly StoredProvider[], name: string): ProviderReport {
    const own = stored.find((each) => each.name === name)
    const usable = settingsOf.find(scope, stored, name)
    const operator = operatorProviders.find((each) => each.name === name)
    const visible = own ?? usable
    const keys = own
      ? own.keyEnds.map((last4) => ({ hasValue: true, last4: last4 || null, updatedAt: own.keysUpdatedAt }))
      : (operator?.keys ?? []).map(() => ({ hasValue: true, last4: null, updatedAt: null }))
    const kind = (visible?.kind ?? knownProviders[name]?.kind ?? 'openai-compatible') as ProviderKind
    return {
      name,
      kind,
      source: name === localProvider.name ? 'built-in' : own ? 'project' : usable ? 'environment' : 'none',
      isConfigured: usable !== null,
      isEnabled: own?.isEnabled ?? usable !== null,
      // The URLs of the operator's servers are not visible to projects.
      baseUrl: own?.baseUrl ?? null,
      options: own?.options ?? {},
      keys,
      media: mediaMadeBy(kind),
      environment: Object.hasOwn(deps.variables, name) ? [...deps.variables[name]!] : [],
    }
  }

  function kindOf({ name, kind }: ProviderBody, before: StoredProvider | undefined): string {
    const known = knownProviders[name]?.kind ?? before?.kind
    if (name === localProvider.name) throw invalid('name', 'is the offline model, which needs no settings')
    if (known !== undefined && kind !== undefined && kind !== known && knownProviders[name])
      throw invalid('kind', `must be ${known} for ${name}, or choose another name`)
    return kind ?? known ?? 'openai-compatible'
  }

  return {
    async list(scope: Scope): Promise<ProviderReport[]> {
      const { providers } = await readCallSettings(db, scope)
      const names = [localProvider, ...providers, ...operatorProviders].map(({ name }) => name)
      return [...new Set([...names, ...Object.keys(knownProviders)])].map((name) =>
        reportOf(scope, providers, name),
      )
    },

    /** Those that someone has set up, without anything of how. */
    async listStates(scope: Scope): Promise<ProviderState[]> {
      const { providers } = await readCallSettings(db, scope)
      const stateOf = (name: string, missing: ProviderState['status']): ProviderState => {
        const usable = settingsOf.find(scope, providers, name)
        if (!usable) return { name, status: missing, health: [] }
        return { name, status: 'ready', health: deps.health.report(usable, scope.projectId) }
      }
      const stored = providers.map(({ name, isEnabled }) =>
        stateOf(name, isEnabled ? 'incomplete' : 'disabled'),
      )
      const names = [localProvider, ...settingsOf.listUsable(scope, providers)].map(({ name }) => name)
      const others = names.filter((name) => !stored.some((each) => each.name === name))
      return [...others.map((name) => stateOf(name, 'incomplete')), ...stored]
    },

    async put(scope: Scope, body: ProviderBody): Promise<ProviderReport> {
      if (body.baseUrl) await outbound.check(body.baseUrl)
      await db.tx(async (tx) => {
        await lockProviders(tx, scope)
        const before = (await readCallSettings(tx, scope)).providers.find(({ name }) => name === body.name)
        const at = clock.now()
        const kind = kindOf(body, before)
        const baseUrl = body.baseUrl === undefined ? (before?.baseUrl ?? null) : body.baseUrl
        if (kind === 'openai-compatible' && baseUrl === null && !knownProviders[body.name]?.baseUrl)
          throw invalid('baseUrl', `is required for ${body.name}`)
        const options = body.options ?? before?.options ?? {}
        if (kind === 'azure' && baseUrl === null && options.resourceName === undefined)
          throw invalid('options', 'must have resourceName for azure, unless a baseUrl is given')
        // Keys that were meant for one URL must not be sent to another: a caller that changes it sends them again.
        const storesKeys = body.apiKeys === undefined && (before?.baseUrl ?? null) === baseUrl
        const keys = body.apiKeys ?? []
        const context = { projectId: scope.projectId, purpose: sealPurpose, rowId: body.name }
        await upsertProvider(
          tx,
          scope,
          {
            name: body.name,
            kind,
            baseUrl,
            options,
            keysSealed: storesKeys
              ? (before?.keysSealed ?? null)
              : keys.length > 0
                ? sealer.seal(context, JSON.stringify(keys))
                : null,
            keyEnds: storesKeys ? (before?.keyEnds ?? []) : keys.map(endOf),
            isEnabled: body.isEnabled ?? before?.isEnabled ?? true,
            keysUpdatedAt: storesKeys
              ? (before?.keysUpdatedAt ?? null)
              : keys.length > 0
                ? at.toISOString()
                : null,
          },
          at,
        )
        await audit.record(tx, scope, {
          action: 'llm_provider.updated',
          targetType: 'llm_provider',
          targetId: body.name,
        })
      })
      const { providers } = await readCallSettings(db, scope)
      return reportOf(scope, providers, body.name)
    },

    remove: (scope: Scope, name: string): Promise<void> =>
      db.tx(async (tx) => {
        await lockProviders(tx, scope)
        if (!(await deleteProvider(tx, scope, name))) throw providerNotFound(name)
        await audit.record(tx, scope, {
          action: 'llm_provider.deleted',
          targetType: 'llm_provider',
          targetId: name,
        })
      }),

    /** One real call, paid like any other. */
    async test(
      scope: Scope,
      name: string,
      requested: string | undefined,
      signal: AbortSignal,
    ): Promise<ProviderTest> {
      const { providers, ownModels } = await readCallSettings(db, scope)
      if (!settingsOf.find(scope, providers, name)) {
        const list = async () => settingsOf.listUsable(scope, providers).map((each) => each.name)
        throw await notFoundNear(providerNotFound(name), name, { scope, permission: 'llm:read', list })
      }
      const listed = [...ownModels, ...catalogue.ofKind('chat').map(({ modelId }) => modelId)]
      const model = requested ?? knownProviders[name]?.preferred ?? listedModels(listed, name)[0]
      if (model === undefined) throw noModelOf(name)
      const startedAt = performance.now()
      const latencyMs = () => Math.round(performance.now() - startedAt)
      try {
        const reply = await deps.calls.complete(
          scope,
          testRequest(model.startsWith(`${name}/`) ? model : `${name}/${model}`),
          signal,
        )
        return { ok: true, model: reply.model, latencyMs: latencyMs(), text: reply.text, error: null }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { code, message } = error
        return { ok: false, model, latencyMs: latencyMs(), text: null, error: { code, message } }
      }
    },
  }
}

export type Providers = ReturnType<typeof createProviders>

const testRequest = (model: string) => ({
  kind: 'generate' as const,
  model,
  messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: '/say OK' }] }],
  parameters: { ...noParameters, maxTokens: testTokens },
  fallbackModels: [],
  dropsUnsupported: true,
  isStreamed: false,
  holdId: null,
  metadata: { purpose: 'provider-test' },
})

/** Of a short key its end would be too much of it. */
const endOf = (key: string): string => (key.length >= 12 ? key.slice(-4) : '')

const providerNotFound = (name: string) =>
  new AppError('provider_not_found', `The provider ${name} is not configured in this project`, {
    hint: 'GET /api/v1/ai/providers lists the providers.',
  })

const noModelOf = (name: string) =>
  new AppError('invalid_parameter', `model is required: ${name} has listed no models`, {
    details: [{ in: 'body', path: '/model', rule: 'provider', message: 'is required' }],
    hint: `Name a model. If ${name} has some, check its API key and base URL, then save it again.`,
  })

const invalid = (field: string, message: string) =>
  new AppError('invalid_parameter', `${field} ${message}`, {
    details: [{ in: 'body', path: `/${field}`, rule: 'provider', message }],
  })
