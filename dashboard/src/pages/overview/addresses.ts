export const overviewAddresses = {
  overview: '/',
} as const
