export const mcpConsentRoutes = { consent: '/oauth/authorize' } as const
