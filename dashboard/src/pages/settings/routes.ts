export const settingsRoutes = {
  settings: '/settings',
} as const
