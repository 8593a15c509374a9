import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { GraphOpsBody, GraphOpsResult, ValidateBody, ValidationResult } from '../schema/graph-ops.ts'
import type { GraphEdits } from '../service/graph-ops/edit-graph.ts'
import { area, base, definitionBytes } from './definitions.ts'
import { exampleGraph, exampleParams } from './examples.ts'

const note = { id: 'note', type: 'set', values: { seen: true } }

export const graphOpsRoutes = (edits: GraphEdits) => [
  endpoint({
    method: 'POST',
    path: `${base}/{id}/graph/ops`,
    area,
    summary: 'Apply operations to a graph',
    description:
      'Adds, updates, removes and renames nodes and edges; all operations are applied, or none. Renaming a node also changes the expressions that name it. `inverse` undoes the edit when it is sent as `ops`.',
    access: 'end-user',
    permission: 'workflow:write',
    params: IdParams,
    body: GraphOpsBody,
    isExact: true,
    bodyLimitBytes: definitionBytes,
    response: data(GraphOpsResult),
    etagOf: ({ revision }) => revision,
    message: 'Graph updated',
    errors: [
      'workflow_not_found',
      'not_owner',
      'payload_too_large',
      'version_conflict',
      'precondition_failed',
    ],
    example: {
      params: exampleParams,
      body: { ops: [{ op: 'addNode', node: note }] },
      response: {
        version: '1.0.1',
        versionNumber: 2,
        revision: 2,
        lifecycle: 'ready',
        graph: { ...exampleGraph, nodes: [...exampleGraph.nodes, note] },
        inverse: [{ op: 'removeNode', id: 'note' }],
        problems: [],
      },
    },
    handle: ({ scope, params: { id }, body, ifMatch }) => edits.apply(scope, id, body, ifMatch),
  }),
  endpoint({
    method: 'POST',
    path: `${base}/{id}/validate`,
    area,
    summary: 'Validate a workflow',
    description:
      'All problems together, each with its node, place and fix: structure, expressions with their types, tools and arguments, models, connections, subflows and schemas. Nothing is executed or saved.',
    access: 'end-user',
    permission: 'workflow:read',
    isRead: true,
    params: IdParams,
    body: ValidateBody,
    isExact: true,
    bodyLimitBytes: definitionBytes,
    response: data(ValidationResult),
    message: 'Validation',
    errors: ['workflow_not_found', 'payload_too_large'],
    example: {
      params: exampleParams,
      body: {},
      response: { valid: true, version: '1.0.0', errorCount: 0, warningCount: 0, problems: [] },
    },
    handle: ({ scope, params: { id }, body }) => edits.validate(scope, id, body.graph),
  }),
]
