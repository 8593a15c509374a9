export const toolRoutes = {
  list: '/tools',
  detail: '/tools/{id}',
  create: '/new-tool',
  edit: '/tools/{id}/edit',
  runs: '/tool-runs',
  run: '/tool-runs/{id}',
} as const
