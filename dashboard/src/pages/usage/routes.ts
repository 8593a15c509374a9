export const usageRoutes = {
  overview: '/usage',
  ledger: '/usage/ledger',
  caps: '/usage/caps',
  holds: '/usage/holds',
  prices: '/usage/prices',
} as const
