export const tableRoutes = {
  list: '/tables',
  detail: '/tables/{id}',
  schema: '/tables/{id}/fields',
  allProposals: '/proposals',
  proposals: '/tables/{id}/proposals',
  proposal: '/tables/{id}/proposals/{proposalId}',
} as const
