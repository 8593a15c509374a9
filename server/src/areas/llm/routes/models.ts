import { z } from 'zod'
import { data, type Endpoint, endpoint } from '../../../kernel/http/endpoint.ts'
import { ListedModel, ModelListQuery, ModelParams, ModelPatch, ModelSummary } from '../schema/model.ts'
import type { ModelService } from '../service/models.ts'

const exampleModel: ListedModel = {
  id: '5529ad6e-3ecf-58c1-8826-ce14549e78ab',
  modelId: 'openai/gpt-5',
  canonicalSlug: null,
  name: 'GPT-5',
  provider: 'openai',
  contextLength: 400000,
  knowledgeCutoff: '2024-09',
  architecture: {
    modality: 'text+image->text',
    inputModalities: ['text', 'image'],
    outputModalities: ['text'],
  },
  supportedParameters: ['max_tokens', 'reasoning', 'reasoning_effort', 'tools'],
  pricing: {
    prompt: '0.00000125',
    completion: '0.00001',
    input: '0.00000125',
    output: '0.00001',
    cachedInputTokens: '0.000000125',
  },
  mediaKind: null,
  reserveUsdPerUnit: null,
  mediaCapabilities: {},
  isActive: true,
  description: 'Answers with up to 128,000 tokens.',
  supportsReasoning: true,
  supportsEffort: true,
  isAvailable: true,
  unavailableReason: null,
}

const exampleSummary: ModelSummary = {
  chat: { total: 543, active: 541, available: 62 },
  image: { total: 24, active: 24, available: 4 },
  video: { total: 12, active: 12, available: 0 },
  tts: { total: 12, active: 12, available: 3 },
  stt: { total: 15, active: 15, available: 3 },
}

export const modelRoutes = (models: ModelService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/ai/models',
    area: 'LLM',
    summary: 'List AI models',
    description:
      'Admins see every model, others the active ones. `isActive` is what the project decided; `isAvailable` says whether a call would reach the model now, and `unavailableReason` why not. Sorted by provider and name, or those that can be called first with `sortBy=availability`; not paged. Prices are USD per token; a member of pricing or mediaCapabilities that is not known is absent. supportedParameters names what is proven: what it does not name may still work.',
    access: 'project',
    permission: 'llm:read',
    query: ModelListQuery,
    response: data(z.array(ListedModel)),
    message: 'AI models',
    example: { query: { kind: 'chat' }, response: [exampleModel] },
    handle: ({ scope, query }) => models.list(scope, query),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/ai/models/summary',
    area: 'LLM',
    summary: 'Count AI models',
    description:
      'How many models of each kind there are, are active and can be called now, without listing them.',
    access: 'project',
    permission: 'llm:read',
    response: data(ModelSummary),
    message: 'AI models counted',
    example: { response: exampleSummary },
    handle: ({ scope }) => models.summary(scope),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/ai/models/{modelId+}',
    area: 'LLM',
    summary: 'Get one AI model',
    description:
      'By its row id or by its model id, slashes included. A model that is not found comes with near matches.',
    access: 'project',
    permission: 'llm:read',
    params: ModelParams,
    response: data(ListedModel),
    message: 'AI model',
    errors: ['model_not_found'],
    example: { params: { modelId: exampleModel.modelId }, response: exampleModel },
    handle: ({ scope, params }) => models.get(scope, params.modelId),
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/v1/ai/models/{modelId+}',
    area: 'LLM',
    summary: 'Switch an AI model on or off for the project',
    access: 'project',
    permission: 'llm:write',
    adminOnly: true,
    params: ModelParams,
    body: ModelPatch,
    response: data(ListedModel),
    message: 'AI model updated',
    errors: ['model_not_found', 'invalid_state'],
    example: {
      params: { modelId: exampleModel.modelId },
      body: { isActive: false },
      response: { ...exampleModel, isActive: false, isAvailable: false, unavailableReason: 'inactive' },
    },
    handle: ({ scope, params, body }) => models.setActive(scope, params.modelId, body.isActive),
  }),
]
