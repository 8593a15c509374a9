export const keyAddresses = {
  list: '/keys',
  detail: '/keys/{id}',
} as const
