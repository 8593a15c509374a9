export const playgroundRoutes = {
  chat: '/playground',
  media: '/playground/{kind}',
} as const
