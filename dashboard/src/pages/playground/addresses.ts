export const playgroundAddresses = {
  chat: '/playground',
  media: '/playground/{kind}',
} as const
