import { z } from 'zod'
import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import {
  GenerationParams,
  GenerationView,
  StartedGeneration,
  StartGenerationBody,
} from '../schema/generation.ts'
import type { GenerationService } from '../service/generations/generations.ts'
import { exampleCollection, exampleGeneration } from './examples.ts'

const path = '/api/v1/knowledge/collections/{id}'
const area = 'Knowledge'
const params = { id: exampleCollection.id }
const generationParams = { ...params, generation: String(exampleGeneration.generation) }
const notFound = ['knowledge_collection_not_found', 'knowledge_generation_not_found'] as const
const estimate = { sourceCount: 1, chunkCount: 1, tokenCount: 16, credits: 0.00032, isExact: true }
const live = { ...exampleGeneration, status: 'live' as const, progress: 1, sourceCount: 1, chunkCount: 1 }

export const generationRoutes = (generations: GenerationService) => [
  endpoint({
    method: 'GET',
    path: `${path}/generations`,
    area,
    summary: 'List generations of a knowledge collection',
    description:
      'What is built from its sources with one embedding model, chunking and language; the last one first. One of them is `live`.',
    access: 'end-user',
    permission: 'knowledge:read',
    params: IdParams,
    response: data(z.array(GenerationView)),
    message: 'Generations',
    errors: ['knowledge_collection_not_found'],
    example: { params, response: [exampleGeneration] },
    handle: ({ scope, params: { id } }) => generations.list(scope, id),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/generations`,
    area,
    summary: 'Create a generation of a knowledge collection',
    description:
      'With another embedding model, chunking or language, or with the same ones to give vectors to chunks that have none. Searches use the live generation until this one has every source; then it takes its place immediately. Texts that have a vector of the same model are not embedded again.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: IdParams,
    body: StartGenerationBody,
    response: data(StartedGeneration),
    message: 'Generation',
    errors: [
      'knowledge_collection_not_found',
      'knowledge_generation_open',
      'external_user_not_found',
      'model_not_found',
      'provider_not_configured',
    ],
    example: {
      params,
      body: { embeddingModel: exampleGeneration.embeddingModel },
      response: { dryRun: false, estimate, generation: exampleGeneration },
    },
    handle: ({ scope, params: { id }, body, signal }) => generations.start(scope, id, body, signal),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/generations/{generation}`,
    area,
    summary: 'Get a generation',
    access: 'end-user',
    permission: 'knowledge:read',
    params: GenerationParams,
    response: data(GenerationView),
    message: 'Generation',
    errors: notFound,
    example: { params: generationParams, response: exampleGeneration },
    handle: ({ scope, params: { id, generation } }) => generations.get(scope, id, generation),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/generations/{generation}/switch`,
    area,
    summary: 'Switch to a generation',
    description:
      'To one that is `ready`, `held` or `previous`. Sources that have changed since it was built are built first: it is `building` until then, and `live` immediately otherwise.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: GenerationParams,
    response: data(GenerationView),
    message: 'Generation',
    errors: [...notFound, 'knowledge_generation_not_ready', 'knowledge_generation_open'],
    example: { params: generationParams, response: live },
    handle: ({ scope, params: { id, generation } }) => generations.switch(scope, id, generation),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/generations/{generation}/resume`,
    area,
    summary: 'Resume a generation that has failed',
    description: 'What is complete is not built again.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: GenerationParams,
    response: data(GenerationView),
    message: 'Generation',
    errors: [
      ...notFound,
      'knowledge_generation_not_ready',
      'knowledge_generation_open',
      'external_user_not_found',
    ],
    example: { params: generationParams, response: exampleGeneration },
    handle: ({ scope, params: { id, generation } }) => generations.resume(scope, id, generation),
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/generations/{generation}`,
    area,
    summary: 'Cancel or discard a generation',
    description: 'Any but the live one. Its rows are deleted in the background.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: GenerationParams,
    response: data(GenerationView),
    message: 'Generation discarded',
    errors: [...notFound, 'knowledge_generation_live'],
    example: { params: generationParams, response: { ...exampleGeneration, status: 'cancelled' } },
    handle: ({ scope, params: { id, generation } }) => generations.discard(scope, id, generation),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/rollback`,
    area,
    summary: 'Roll back to the previous generation',
    description:
      'Possible for 24 hours after a switch. Sources that have changed since are built for it first.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: IdParams,
    response: data(GenerationView),
    message: 'Generation',
    errors: [...notFound, 'knowledge_generation_open'],
    example: { params, response: { ...live, generation: 1 } },
    handle: ({ scope, params: { id } }) => generations.rollback(scope, id),
  }),
]
