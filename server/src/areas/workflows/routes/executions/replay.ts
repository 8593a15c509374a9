import { z } from 'zod'
import { data, endpoint, none, page } from '../../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../../kernel/http/shapes.ts'
import {
  CreateEvalsBody,
  Eval,
  EvalParams,
  EvalQuery,
  EvalReport,
  Replay,
  ReplayBody,
  RunEvalsBody,
} from '../../schema/replay.ts'
import type { Evals } from '../../service/replay/evals.ts'
import type { Replays } from '../../service/replay/replay.ts'
import { area, base } from '../definitions.ts'
import { executionParams, workflowParams } from './examples.ts'
import { evalParams, exampleEval, exampleReplay, exampleReport } from './replay-examples.ts'

export type ReplayRouteDeps = { replays: Replays; evals: Evals }

export const replayRoutes = ({ replays, evals }: ReplayRouteDeps) => [
  endpoint({
    method: 'POST',
    path: `${base}/executions/{id}/replay`,
    area,
    summary: 'Replay an execution against another version',
    description:
      'Runs the recorded input through the newest version or a given one. Tools and models answer with what they answered then; nothing is called, stored or charged. Returns the differences node by node.',
    access: 'end-user',
    permission: 'workflow:execute',
    params: IdParams,
    body: ReplayBody,
    isRead: true,
    response: data(Replay),
    message: 'Execution replayed',
    errors: [
      'execution_not_found',
      'execution_data_unavailable',
      'workflow_not_found',
      'workflow_version_not_found',
      'graph_invalid',
      'invalid_state',
    ],
    callsExternalService: true,
    example: { params: executionParams, body: { against: 'draft' }, response: exampleReplay },
    handle: ({ scope, params, body, signal }) => replays.replay(scope, params.id, body, signal),
  }),
  endpoint({
    method: 'POST',
    path: `${base}/{id}/evals`,
    area,
    summary: 'Create evals from executions',
    description:
      'Freezes what was recorded, beyond the retention of the project. An eval passes when its checks do, or, without checks, when a replay gives the same result. Storing an execution again replaces its eval.',
    access: 'end-user',
    permission: 'workflow:write',
    params: IdParams,
    body: CreateEvalsBody,
    response: data(z.array(Eval)),
    message: 'Evals stored',
    errors: [
      'workflow_not_found',
      'execution_not_found',
      'execution_data_unavailable',
      'eval_limit_reached',
      'workflow_input_invalid',
      'not_owner',
      'invalid_state',
    ],
    example: {
      params: workflowParams,
      body: { executions: [{ executionId: executionParams.id, name: 'Ada' }] },
      response: [exampleEval],
    },
    handle: ({ scope, params, body }) => evals.create(scope, params.id, body),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/{id}/evals`,
    area,
    summary: 'List evals of a workflow',
    access: 'end-user',
    permission: 'workflow:read',
    params: IdParams,
    query: EvalQuery,
    response: page(Eval),
    message: 'Evals',
    errors: ['workflow_not_found'],
    example: { params: workflowParams, response: [exampleEval] },
    handle: ({ scope, params, query }) => evals.list(scope, params.id, query),
  }),
  endpoint({
    method: 'DELETE',
    path: `${base}/{id}/evals/{evalId}`,
    area,
    summary: 'Delete an eval',
    access: 'end-user',
    permission: 'workflow:write',
    params: EvalParams,
    response: none(),
    message: 'Eval deleted',
    errors: ['workflow_not_found', 'eval_not_found', 'not_owner'],
    example: { params: evalParams },
    handle: ({ scope, params }) => evals.remove(scope, params.id, params.evalId),
  }),
  endpoint({
    method: 'POST',
    path: `${base}/{id}/evals/run`,
    area,
    summary: 'Run the evals of a workflow',
    description:
      'Replays each against the newest version or a given one. Nothing is called, stored or charged.',
    access: 'end-user',
    permission: 'workflow:execute',
    params: IdParams,
    body: RunEvalsBody,
    isRead: true,
    response: data(EvalReport),
    message: 'Evals run',
    errors: ['workflow_not_found', 'workflow_version_not_found', 'graph_invalid'],
    callsExternalService: true,
    example: { params: workflowParams, body: { against: 'draft' }, response: exampleReport },
    handle: ({ scope, params, body, signal }) => evals.run(scope, params.id, body, signal),
  }),
]
