export const questionRoutes = {
  list: '/questions',
  detail: '/questions/{id}',
} as const
