export const authRoutes = {
  signIn: '/sign-in',
  setUp: '/setup',
  invitation: '/invitation',
} as const
