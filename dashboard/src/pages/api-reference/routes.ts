export const apiReferenceRoutes = {
  /** An operation is named behind `#`, by its method and path. */
  reference: '/docs',
} as const
