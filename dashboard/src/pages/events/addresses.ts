export const eventAddresses = {
  list: '/events',
} as const
