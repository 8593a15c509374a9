export const accountAddresses = {
  account: '/account',
} as const
