export const skillRoutes = {
  library: '/skills',
  catalogue: '/skill-catalogue',
  detail: '/skills/{id}',
} as const
