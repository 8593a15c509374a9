import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import {
  CreatedTests,
  CreateTestsBody,
  DeletedTest,
  EvalParams,
  EvalQuery,
  EvalView,
  ImportTestsBody,
  ResultQuery,
  ResultView,
  RunEvalBody,
  TestParams,
  TestQuery,
  TestView,
  UpdateTestBody,
} from '../schema/eval.ts'
import type { EvalService } from '../service/evals/evals.ts'
import type { TestService } from '../service/evals/retrieval-tests.ts'
import { exampleCollection, exampleEval, exampleEvalResult, exampleTest } from './examples.ts'

const path = '/api/v1/knowledge/collections/{id}/evals'
const area = 'Knowledge'
const params = { id: exampleCollection.id }
const testParams = { ...params, testId: exampleTest.id }
const evalParams = { ...params, evalRunId: exampleEval.id }
const testErrors = ['knowledge_collection_not_found', 'knowledge_test_not_found'] as const
const evalErrors = ['knowledge_collection_not_found', 'knowledge_eval_not_found'] as const
const addErrors = [
  'knowledge_collection_not_found',
  'knowledge_chunk_not_found',
  'knowledge_collection_full',
] as const
const created = { created: 1, skipped: 0, tests: [exampleTest] }
const { query, sourceKey } = exampleTest

const testRoutes = (tests: TestService) => [
  endpoint({
    method: 'GET',
    path,
    area,
    summary: 'List retrieval tests',
    description: 'Questions with what a search of the collection must find, with their last result.',
    access: 'end-user',
    permission: 'knowledge:read',
    params: IdParams,
    query: TestQuery,
    queryAliases: { search: 'q' },
    response: page(TestView),
    message: 'Retrieval tests',
    errors: ['knowledge_collection_not_found'],
    example: { params, response: [exampleTest] },
    handle: ({ scope, params: { id }, query: listed }) => tests.list(scope, id, listed),
  }),
  endpoint({
    method: 'POST',
    path,
    area,
    summary: 'Create retrieval tests',
    description: 'Up to 500 in one call, 2,000 in a collection. Those that are there already are skipped.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: IdParams,
    body: CreateTestsBody,
    response: data(CreatedTests),
    message: 'Retrieval tests added',
    errors: addErrors,
    example: { params, body: { tests: [{ query, sourceKey: sourceKey! }] }, response: created },
    handle: ({ scope, params: { id }, body }) => tests.create(scope, id, body),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/import`,
    area,
    summary: 'Import retrieval tests',
    description:
      'From CSV or JSON lines with the fields `query`, `sourceKey`, `chunkId`, `mustContain`, `k` and `isRequired`. A faulty line is named, and then nothing is imported.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: IdParams,
    body: ImportTestsBody,
    bodyLimitBytes: 2 * 1024 * 1024,
    response: data(CreatedTests),
    message: 'Retrieval tests imported',
    errors: addErrors,
    example: {
      params,
      body: { format: 'csv', content: `query,sourceKey\n${query},${sourceKey}` },
      response: { ...created, tests: [{ ...exampleTest, origin: 'imported' }] },
    },
    handle: ({ scope, params: { id }, body }) => tests.import(scope, id, body),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/{testId}`,
    area,
    summary: 'Get a retrieval test',
    access: 'end-user',
    permission: 'knowledge:read',
    params: TestParams,
    response: data(TestView),
    message: 'Retrieval test',
    errors: testErrors,
    example: { params: testParams, response: exampleTest },
    handle: ({ scope, params: { id, testId } }) => tests.get(scope, id, testId),
  }),
  endpoint({
    method: 'PATCH',
    path: `${path}/{testId}`,
    area,
    summary: 'Update a retrieval test',
    access: 'end-user',
    permission: 'knowledge:write',
    params: TestParams,
    body: UpdateTestBody,
    response: data(TestView),
    message: 'Retrieval test updated',
    errors: [...testErrors, 'name_conflict'],
    example: {
      params: testParams,
      body: { isRequired: true },
      response: { ...exampleTest, isRequired: true },
    },
    handle: ({ scope, params: { id, testId }, body }) => tests.update(scope, id, testId, body),
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/{testId}`,
    area,
    summary: 'Delete a retrieval test',
    access: 'end-user',
    permission: 'knowledge:write',
    params: TestParams,
    response: data(DeletedTest),
    message: 'Retrieval test deleted',
    errors: testErrors,
    example: { params: testParams, response: { id: exampleTest.id, deleted: true } },
    handle: ({ scope, params: { id, testId } }) => tests.remove(scope, id, testId),
  }),
]

const runRoutes = (evals: EvalService) => [
  endpoint({
    method: 'POST',
    path: `${path}/run`,
    area,
    summary: 'Run an eval',
    description:
      'Sends every retrieval test of the collection to the search, as a durable run. A generation that is built and not searched yet can be evaluated too.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: IdParams,
    body: RunEvalBody,
    response: data(EvalView),
    message: 'Eval started',
    errors: [
      'knowledge_collection_not_found',
      'knowledge_generation_not_found',
      'knowledge_generation_not_ready',
      'knowledge_tests_missing',
      'knowledge_eval_running',
    ],
    example: { params, body: {}, response: { ...exampleEval, status: 'running', endedAt: null } },
    handle: ({ scope, params: { id }, body }) => evals.start(scope, id, body),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/runs`,
    area,
    summary: 'List evals',
    description: 'The last one first: recall and MRR over time.',
    access: 'end-user',
    permission: 'knowledge:read',
    params: IdParams,
    query: EvalQuery,
    response: page(EvalView),
    message: 'Evals',
    errors: ['knowledge_collection_not_found'],
    example: { params, response: [exampleEval] },
    handle: ({ scope, params: { id }, query: listed }) => evals.list(scope, id, listed),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/runs/{evalRunId}`,
    area,
    summary: 'Get an eval',
    access: 'end-user',
    permission: 'knowledge:read',
    params: EvalParams,
    response: data(EvalView),
    message: 'Eval',
    errors: evalErrors,
    example: { params: evalParams, response: exampleEval },
    handle: ({ scope, params: { id, evalRunId } }) => evals.get(scope, id, evalRunId),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/runs/{evalRunId}/results`,
    area,
    summary: 'List results of an eval',
    description:
      'Each test with its rank and what was found instead; `change` lists those that were won or lost since the eval that it is compared with.',
    access: 'end-user',
    permission: 'knowledge:read',
    params: EvalParams,
    query: ResultQuery,
    response: page(ResultView),
    message: 'Results',
    errors: evalErrors,
    example: { params: evalParams, response: [exampleEvalResult] },
    handle: ({ scope, params: { id, evalRunId }, query: listed }) =>
      evals.results(scope, id, evalRunId, listed),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/runs/{evalRunId}/cancel`,
    area,
    summary: 'Cancel an eval',
    access: 'end-user',
    permission: 'knowledge:write',
    params: EvalParams,
    response: data(EvalView),
    message: 'Eval',
    errors: evalErrors,
    example: { params: evalParams, response: { ...exampleEval, status: 'cancelled' } },
    handle: ({ scope, params: { id, evalRunId } }) => evals.cancel(scope, id, evalRunId),
  }),
]

export const evalRoutes = ({ tests, evals }: { tests: TestService; evals: EvalService }) => [
  ...testRoutes(tests),
  ...runRoutes(evals),
]
