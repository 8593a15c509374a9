// Names that every vendor of models and MCP accept.
const maxNameLength = 64

export const functionName = (slug: string): string =>
  slug.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxNameLength)

/** All of them refuse a schema that does not say that it is an object. */
export const objectSchema = (schema: object): Record<string, unknown> => ({
  type: 'object',
  properties: {},
  ...schema,
})
