export const fileAddresses = {
  list: '/files',
  detail: '/files/{id}',
} as const
