export const questionAddresses = {
  list: '/questions',
  detail: '/questions/{id}',
} as const
