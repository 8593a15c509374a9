import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import {
  DiffQuery,
  RestoreBody,
  VersionDetail,
  VersionDiff,
  VersionParams,
  VersionQuery,
  VersionView,
} from '../schema/version.ts'
import { WorkflowView } from '../schema/workflow.ts'
import type { Versions } from '../service/definitions/versions.ts'
import { area, base } from './definitions.ts'
import { exampleGraph, exampleParams, exampleWorkflow } from './examples.ts'

const exampleVersion = {
  version: '1.0.0',
  versionNumber: 1,
  isNewest: true,
  isActive: false,
  note: '',
  hash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  sizeBytes: 412,
  createdAt: exampleWorkflow.createdAt,
  createdBy: {
    kind: 'key',
    id: '0199f1a0-0000-7000-8000-000000000002',
    externalUserId: exampleWorkflow.ownerId,
  },
}
const params = { ...exampleParams, version: '1' }
const notFound = ['workflow_not_found', 'workflow_version_not_found'] as const

export const versionRoutes = (versions: Versions) => [
  endpoint({
    method: 'GET',
    path: `${base}/{id}/versions`,
    area,
    summary: 'List versions of a workflow',
    description: 'Every change of the graph or agent, newest first.',
    access: 'end-user',
    permission: 'workflow:read',
    params: IdParams,
    query: VersionQuery,
    response: page(VersionView),
    message: 'Versions',
    errors: ['workflow_not_found'],
    example: { params: exampleParams, response: [exampleVersion] },
    handle: ({ scope, params: { id }, query }) => versions.list(scope, id, query),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/{id}/versions/{version}`,
    area,
    summary: 'Get a version of a workflow',
    description: '`1.0.3` and `4` are the same version.',
    access: 'end-user',
    permission: 'workflow:read',
    params: VersionParams,
    response: data(VersionDetail),
    message: 'Version',
    errors: [...notFound],
    example: { params, response: { ...exampleVersion, graph: exampleGraph, agent: null } },
    handle: ({ scope, params: { id, version } }) => versions.get(scope, id, version),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/{id}/versions/{version}/diff`,
    area,
    summary: 'Get the difference between two versions of a workflow',
    access: 'end-user',
    permission: 'workflow:read',
    params: VersionParams,
    query: DiffQuery,
    response: data(VersionDiff),
    message: 'Differences',
    errors: [...notFound],
    example: {
      params,
      response: {
        before: '1.0.0',
        after: '1.0.0',
        isSame: true,
        nodes: { added: [], removed: [], changed: [], moved: [] },
        edges: { added: [], removed: [] },
        settings: [],
        agent: [],
      },
    },
    handle: ({ scope, params: { id, version }, query }) => versions.diff(scope, id, version, query.with),
  }),
  endpoint({
    method: 'POST',
    path: `${base}/{id}/versions/{version}/restore`,
    area,
    summary: 'Restore a version of a workflow',
    description: 'Its definition becomes the newest version again.',
    access: 'end-user',
    permission: 'workflow:write',
    params: VersionParams,
    body: RestoreBody,
    response: data(WorkflowView),
    etagOf: ({ revision }) => revision,
    message: 'Version restored',
    errors: [
      ...notFound,
      'not_owner',
      'graph_invalid',
      'replays_required',
      'version_conflict',
      'precondition_failed',
    ],
    example: { params, body: {}, response: exampleWorkflow },
    handle: ({ scope, params: { id, version }, body, ifMatch }) =>
      versions.restore(scope, id, version, body.publish, ifMatch),
  }),
]
