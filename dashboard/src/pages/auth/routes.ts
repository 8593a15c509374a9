export const authRoutes = {
  signIn: '/sign-in',
  setUp: '/setup',
  invitation: '/invitation',
  resetPassword: '/reset-password',
} as const
