import { z } from 'zod'
import { data, type Endpoint, endpoint } from '../../../kernel/http/endpoint.ts'
import { AiModel, ModelListQuery, ModelParams, ModelPatch } from '../schema/model.ts'
import type { ModelService } from '../service/models.ts'

const exampleModel: AiModel = {
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
}

export const modelRoutes = (models: ModelService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/ai/models',
    area: 'LLM',
    summary: 'List AI models',
    description:
      'Admins see every model, others the active ones. Sorted by provider and name; not paged. Prices are USD per token; a member of pricing or mediaCapabilities that is not known is absent. supportedParameters names what is proven: what it does not name may still work.',
    access: 'project',
    permission: 'llm:read',
    query: ModelListQuery,
    response: data(z.array(AiModel)),
    message: 'AI models',
    example: { query: { kind: 'chat' }, response: [exampleModel] },
    handle: ({ scope, query }) => models.list(scope, query),
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
    response: data(AiModel),
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
    response: data(AiModel),
    message: 'AI model updated',
    errors: ['model_not_found', 'invalid_state'],
    example: {
      params: { modelId: exampleModel.modelId },
      body: { isActive: false },
      response: { ...exampleModel, isActive: false },
    },
    handle: ({ scope, params, body }) => models.setActive(scope, params.modelId, body.isActive),
  }),
]
