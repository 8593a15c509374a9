import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { DuplicateBody, ImportBody, PortableWorkflow, portableFormat } from '../schema/portable.ts'
import { WorkflowView } from '../schema/workflow.ts'
import type { Portable } from '../service/portable/portable.ts'
import { area, base, definitionBytes } from './definitions.ts'
import { exampleGraph, exampleParams, exampleWorkflow } from './examples.ts'

const exampleFile = {
  format: portableFormat,
  name: 'Greeting',
  description: 'Greets a user loudly.',
  workflowType: 'static',
  graph: exampleGraph,
  agent: null,
  triggers: [],
  connections: [],
  workflows: [],
  stripped: [],
  version: '1.0.0',
  exportedAt: exampleWorkflow.createdAt,
}

export const portableRoutes = (portable: Portable) => [
  endpoint({
    method: 'POST',
    path: `${base}/{id}/duplicate`,
    area,
    summary: 'Duplicate a workflow or agent',
    description:
      'The copy belongs to the acting user and is not active. Credentials are copied only for their owner.',
    access: 'end-user',
    permission: 'workflow:write',
    params: IdParams,
    body: DuplicateBody,
    response: data(WorkflowView),
    etagOf: ({ revision }) => revision,
    message: 'Workflow duplicated',
    errors: ['workflow_not_found', 'external_user_not_found'],
    example: {
      params: exampleParams,
      body: {},
      response: {
        ...exampleWorkflow,
        name: 'Greeting (copy)',
        clonedFromWorkflowId: exampleWorkflow.id,
        clonedFromVersion: '1.0.0',
      },
    },
    handle: ({ scope, params: { id }, body }) => portable.duplicate(scope, id, body.name),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/{id}/export`,
    area,
    summary: 'Export a workflow',
    description:
      'Portable JSON. Literal values that are named like secrets, connected accounts and ids of the project are left out and listed in `stripped`; `connections` lists the toolkits that need an account.',
    access: 'end-user',
    permission: 'workflow:read',
    params: IdParams,
    response: data(PortableWorkflow),
    message: 'Workflow exported',
    errors: ['workflow_not_found'],
    example: { params: exampleParams, response: exampleFile },
    handle: ({ scope, params: { id } }) => portable.export(scope, id),
  }),
  endpoint({
    method: 'POST',
    path: `${base}/import`,
    area,
    summary: 'Import a workflow',
    description: 'Creates a draft from an export. What is missing is found by `validate`.',
    access: 'end-user',
    permission: 'workflow:write',
    body: ImportBody,
    isExact: true,
    bodyLimitBytes: definitionBytes,
    response: data(WorkflowView),
    etagOf: ({ revision }) => revision,
    message: 'Workflow imported',
    errors: ['payload_too_large', 'external_user_not_found'],
    example: { body: { workflow: exampleFile }, response: exampleWorkflow },
    handle: ({ scope, body }) => portable.import(scope, body),
  }),
]
