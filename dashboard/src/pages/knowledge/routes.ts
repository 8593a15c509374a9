export const knowledgeRoutes = {
  list: '/knowledge',
  sources: '/knowledge/{id}',
  // The key of a source, which may be a URL, is in the query: encoded twice, a path would not survive every proxy.
  source: '/knowledge/{id}/source',
  search: '/knowledge/{id}/search',
  evaluations: '/knowledge/{id}/evaluations',
  settings: '/knowledge/{id}/settings',
} as const
