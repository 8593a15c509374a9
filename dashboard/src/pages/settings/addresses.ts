export const settingsAddresses = {
  settings: '/settings',
} as const
