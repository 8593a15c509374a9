export const settingsRoutes = {
  settings: '/settings',
  members: '/settings/members',
} as const
