export const toolkitRoutes = {
  list: '/toolkits',
  detail: '/toolkits/{id}',
  installed: '/installed-toolkits',
} as const
