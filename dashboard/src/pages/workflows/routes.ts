export const workflowRoutes = {
  list: '/workflows',
  editor: '/workflows/{id}',
  executions: '/workflows/{id}/executions',
  versions: '/workflows/{id}/versions',
  version: '/workflows/{id}/versions/{version}',
  settings: '/workflows/{id}/settings',
  agents: '/agents',
  agent: '/agents/{id}',
  allExecutions: '/workflow-executions',
  execution: '/workflow-executions/{id}',
} as const
