export const toolkitAddresses = {
  list: '/toolkits',
  detail: '/toolkits/{id}',
  installed: '/installed-toolkits',
} as const
