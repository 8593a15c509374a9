export const signatureSchemes = [
  'standard_webhooks',
  'github',
  'stripe',
  'slack',
  'shopify',
  'hmac',
  'none',
] as const
