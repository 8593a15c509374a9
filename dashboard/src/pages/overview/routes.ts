export const overviewRoutes = {
  overview: '/',
} as const
