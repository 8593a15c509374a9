export const accountRoutes = {
  account: '/account',
} as const
