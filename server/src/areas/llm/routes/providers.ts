import { z } from 'zod'
import { data, type Endpoint, endpoint, none } from '../../../kernel/http/endpoint.ts'
import {
  ProviderBody,
  ProviderParams,
  ProviderReport,
  ProviderState,
  ProviderTest,
  ProviderTestBody,
} from '../schema/provider.ts'
import { SavedProvider, SyncReport } from '../schema/sync.ts'
import type { ModelSync } from '../service/models/sync.ts'
import type { Providers } from '../service/providers/providers.ts'

const exampleProvider: ProviderReport = {
  name: 'openai',
  kind: 'openai',
  source: 'project',
  isConfigured: true,
  isEnabled: true,
  baseUrl: null,
  options: {},
  keys: [{ hasValue: true, last4: 'x9Zk', updatedAt: '2026-01-02T03:04:05.678Z' }],
  media: ['image', 'tts', 'stt'],
  environment: ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
}

const forAdmins = { area: 'LLM', access: 'project', adminOnly: true } as const

export const providerRoutes = ({
  providers,
  sync,
}: {
  providers: Providers
  sync: ModelSync
}): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/ai/providers',
    ...forAdmins,
    summary: 'List model providers',
    description:
      'All known providers and those added by the project. Of API keys only the last characters are returned.',
    permission: 'llm:read',
    response: data(z.array(ProviderReport)),
    message: 'Model providers',
    example: { response: [exampleProvider] },
    handle: ({ scope }) => providers.list(scope),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/ai/providers/status',
    area: 'LLM',
    access: 'project',
    summary: 'List model provider status',
    description:
      'For every caller that may use models: name, status, and which models are currently skipped because they failed; no settings.',
    permission: 'llm:execute',
    response: data(z.array(ProviderState)),
    message: 'Model providers',
    example: { response: [{ name: 'local', status: 'ready', health: [] }] },
    handle: ({ scope }) => providers.listStates(scope),
  }),
  endpoint({
    method: 'PUT',
    path: '/api/v1/ai/providers',
    ...forAdmins,
    summary: 'Configure a model provider',
    description:
      'Project settings take precedence over operator settings. API keys are encrypted and never returned; changing `baseUrl` without keys removes them. The models of Ollama and OpenAI-compatible servers are then synced.',
    permission: 'llm:write',
    body: ProviderBody,
    response: data(SavedProvider),
    message: 'Model provider updated',
    errors: ['address_not_allowed'],
    callsExternalService: true,
    example: {
      body: { name: 'openai', apiKeys: ['sk-example-not-a-real-key'] },
      response: { ...exampleProvider, sync: null },
    },
    async handle({ scope, body, signal }) {
      const saved = await providers.put(scope, body)
      const { providers: synced } = await sync(scope, signal, saved.name)
      return { ...saved, sync: synced[0] ?? null }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/ai/providers/{name}',
    ...forAdmins,
    summary: 'Delete a model provider configuration',
    permission: 'llm:write',
    params: ProviderParams,
    response: none(),
    message: 'Model provider removed',
    errors: ['provider_not_found'],
    example: { params: { name: 'openai' } },
    handle: ({ scope, params }) => providers.remove(scope, params.name),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/ai/providers/{name}/test',
    ...forAdmins,
    summary: 'Test a model provider',
    description: 'Makes one regular, charged call. Failures are reported in the response.',
    permission: 'llm:execute',
    params: ProviderParams,
    body: ProviderTestBody,
    response: data(ProviderTest),
    message: 'Model provider tested',
    errors: ['provider_not_found'],
    callsExternalService: true,
    example: {
      params: { name: 'openai' },
      body: {},
      response: { ok: true, model: 'openai/gpt-5-mini', latencyMs: 640, text: 'OK', error: null },
    },
    handle: ({ scope, params, body, signal }) => providers.test(scope, params.name, body.model, signal),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/ai/models/sync',
    ...forAdmins,
    summary: 'Sync models from providers',
    description:
      'The catalogue ships with the release; this adds the models of Ollama and OpenAI-compatible servers. Added models have no price.',
    permission: 'llm:write',
    response: data(SyncReport),
    message: 'Models synced',
    callsExternalService: true,
    example: { response: { catalogue: 600, providers: [{ name: 'ollama', models: 3, error: null }] } },
    handle: ({ scope, signal }) => sync(scope, signal),
  }),
]
