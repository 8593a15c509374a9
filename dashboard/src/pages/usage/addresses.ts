export const usageAddresses = {
  overview: '/usage',
  ledger: '/usage/ledger',
  caps: '/usage/caps',
  pageSatisfies: '/usage/holds',
  prices: '/usage/prices',
} as const
