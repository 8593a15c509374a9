import type { AreaManifest } from '../../kernel/area.ts'

export const workflowsManifest = {
  name: 'workflows',
  parts: ['schema', 'catalogue', 'n8n', 'graph', 'store', 'engine', 'service', 'jobs', 'routes'],
  tables: [
    'workflow',
    'workflow_version',
    'workflow_binding',
    'workflow_execution',
    'workflow_pause',
    'workflow_execution_unrolled',
    'workflow_execution_day',
    'workflow_execution_total',
    'workflow_eval',
  ],
  errors: {
    approval_not_allowed: 403,
    workflow_not_found: 404,
    workflow_version_not_found: 404,
    execution_not_found: 404,
    eval_not_found: 404,
    workflow_inactive: 409,
    workflow_in_use: 409,
    execution_not_paused: 409,
    execution_ended: 409,
    execution_data_unavailable: 409,
    eval_limit_reached: 409,
    graph_invalid: 422,
    workflow_input_invalid: 422,
    recursion_limit: 422,
    replays_required: 422,
  },
  events: {
    'execution.started': 'A workflow execution started.',
    'execution.paused': 'A workflow execution waits for a human.',
    'execution.completed': 'A workflow execution completed.',
    'execution.failed': 'A workflow execution failed.',
    'execution.timeout': 'A workflow execution exceeded its timeout.',
    'execution.cancelled': 'A workflow execution was cancelled.',
    'thread.escalated': 'An agent passed a conversation to a human.',
  },
  auditActions: [
    'workflow.created',
    'workflow.updated',
    'workflow.deleted',
    'workflow.activated',
    'workflow.deactivated',
    'workflow.connection_changed',
    'workflow.evals_changed',
    'execution.cancelled',
    'execution.resumed',
    'thread.escalated',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    workflows: typeof workflowsManifest
  }
}
