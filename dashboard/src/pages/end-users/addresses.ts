export const endUserAddresses = {
  list: '/end-users',
  detail: '/end-users/{id}',
} as const
