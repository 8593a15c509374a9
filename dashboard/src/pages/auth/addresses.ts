export const authAddresses = {
  signIn: '/sign-in',
  setUp: '/setup',
} as const
