import { data, endpoint, none, page } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import {
  ActiveStatusBody,
  CreateWorkflowBody,
  DeleteWorkflowQuery,
  UpdateWorkflowBody,
  WorkflowQuery,
  WorkflowSummary,
  WorkflowView,
} from '../schema/workflow.ts'
import { contactsServers } from '../service/definitions/agent-servers.ts'
import type { Definitions } from '../service/definitions/definitions.ts'
import { exampleGraph, exampleParams, exampleSummary, exampleWorkflow } from './examples.ts'

export const area = 'Workflow & Agent'
export const base = '/api/v1/workflow/manager'
/** A graph of 2 MiB, and its envelope. */
export const definitionBytes = 3 * 1024 * 1024

/** Of other MCP servers that an agent is given. */
const serverErrors = [
  'slug_conflict',
  'toolkit_limit_reached',
  'address_not_allowed',
  'upstream_error',
  'upstream_timeout',
  'upstream_too_large',
] as const

export const definitionRoutes = (definitions: Definitions) => [
  endpoint({
    method: 'GET',
    path: `${base}/list`,
    area,
    summary: 'List workflows and agents',
    description:
      'Those of the acting user, of the project, and public ones. `fields=id,name,…` leaves out graphs and agents, which is faster.',
    access: 'end-user',
    permission: 'workflow:read',
    query: WorkflowQuery,
    queryAliases: { search: 'q', type: 'workflowType' },
    response: page(WorkflowSummary),
    message: 'Workflows',
    example: { response: [exampleSummary] },
    handle: ({ scope, query }) => definitions.list(scope, query),
  }),
  endpoint({
    method: 'POST',
    path: `${base}/create`,
    area,
    summary: 'Create a workflow or agent',
    description:
      'A static workflow executes its `graph`; an agent has a prompt, a model and tools. It may have problems: it is then a draft, and cannot be activated before they are fixed.',
    access: 'end-user',
    permission: 'workflow:write',
    body: CreateWorkflowBody,
    isExact: true,
    bodyLimitBytes: definitionBytes,
    callsExternalService: contactsServers,
    response: data(WorkflowView),
    etagOf: ({ revision }) => revision,
    message: 'Workflow created',
    errors: [
      ...serverErrors,
      'payload_too_large',
      'invalid_cron',
      'invalid_time_zone',
      'external_user_not_found',
    ],
    example: {
      body: { name: 'Greeting', description: 'Greets a user loudly.', graph: exampleGraph },
      response: exampleWorkflow,
    },
    handle: ({ scope, body }) => definitions.create(scope, body),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/detail/{id}`,
    area,
    summary: 'Get a workflow or agent',
    description: 'With its newest definition, bindings and counts.',
    access: 'end-user',
    permission: 'workflow:read',
    params: IdParams,
    response: data(WorkflowView),
    etagOf: ({ revision }) => revision,
    message: 'Workflow',
    errors: ['workflow_not_found'],
    example: { params: exampleParams, response: exampleWorkflow },
    handle: ({ scope, params: { id } }) => definitions.get(scope, id),
  }),
  endpoint({
    method: 'PATCH',
    path: `${base}/update/{id}`,
    area,
    summary: 'Update a workflow or agent',
    description:
      'Only fields that are present change; `graph` replaces the whole graph. A changed definition is a new version. Production uses the active version until the new one is published.',
    access: 'end-user',
    permission: 'workflow:write',
    params: IdParams,
    body: UpdateWorkflowBody,
    isExact: true,
    bodyLimitBytes: definitionBytes,
    callsExternalService: contactsServers,
    response: data(WorkflowView),
    etagOf: ({ revision }) => revision,
    message: 'Workflow updated',
    errors: [
      ...serverErrors,
      'workflow_not_found',
      'not_owner',
      'graph_invalid',
      'replays_required',
      'payload_too_large',
      'invalid_cron',
      'invalid_time_zone',
      'version_conflict',
      'precondition_failed',
    ],
    example: { params: exampleParams, body: { description: 'Greets.' }, response: exampleWorkflow },
    handle: ({ scope, params: { id }, body, ifMatch }) => definitions.update(scope, id, body, ifMatch),
  }),
  endpoint({
    method: 'DELETE',
    path: `${base}/delete/{id}`,
    area,
    summary: 'Delete a workflow or agent',
    description:
      'Running executions are cancelled; the history of executions and what they cost stays. Refused while active workflows use it, unless `force=true`.',
    access: 'end-user',
    permission: 'workflow:write',
    params: IdParams,
    query: DeleteWorkflowQuery,
    response: none(),
    message: 'Workflow deleted',
    errors: ['workflow_not_found', 'not_owner', 'workflow_in_use', 'precondition_failed'],
    example: { params: exampleParams },
    handle: ({ scope, params: { id }, query, ifMatch }) =>
      definitions.remove(scope, id, ifMatch, query.force === true),
  }),
  endpoint({
    method: 'PATCH',
    path: `${base}/activeStatus/{id}`,
    area,
    summary: 'Activate or deactivate a workflow or agent',
    description:
      'Activating validates the newest version and makes it the one that production executes, also when another version is active: that is how changes are published.',
    access: 'end-user',
    permission: 'workflow:write',
    params: IdParams,
    body: ActiveStatusBody,
    isExact: true,
    response: data(WorkflowView),
    etagOf: ({ revision }) => revision,
    message: 'Workflow updated',
    errors: [
      'workflow_not_found',
      'not_owner',
      'graph_invalid',
      'replays_required',
      'version_conflict',
      'precondition_failed',
    ],
    example: {
      params: exampleParams,
      body: { activeStatus: true },
      response: { ...exampleWorkflow, isActive: true, activeVersion: '1.0.0', activeVersionNumber: 1 },
    },
    handle: ({ scope, params: { id }, body, ifMatch }) =>
      definitions.setActive(scope, id, body.activeStatus, ifMatch),
  }),
]
