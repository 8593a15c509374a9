export const authRoutes = {
  signIn: '/sign-in',
  setUp: '/setup',
} as const
