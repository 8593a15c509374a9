import { createHash } from 'node:crypto'

// Names that every vendor of models and MCP accept.
const maxNameLength = 64

export const functionName = (slug: string): string =>
  slug.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxNameLength)

const hashLength = 8

/** Distinguishes a name from an equal one, the same in every list that has both. */
export const suffixed = (slug: string): string => {
  const hash = createHash('sha256').update(slug).digest('hex').slice(0, hashLength)
  return `${functionName(slug).slice(0, maxNameLength - hashLength - 1)}_${hash}`
}

/** The name of each slug. Of slugs whose names are equal one keeps it: that which is the name itself, else the first. */
export function functionNames(slugs: readonly string[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const slug of slugs) {
    const name = functionName(slug)
    if (name === slug || !owners.has(name)) owners.set(name, slug)
  }
  return new Map(
    slugs.map((slug) => {
      const name = functionName(slug)
      return [slug, owners.get(name) === slug ? name : suffixed(slug)]
    }),
  )
}

/** The slugs whose names are changed because another has them. */
export const renamedSlugs = (slugs: readonly string[]): { slug: string; name: string }[] =>
  [...functionNames(slugs)].flatMap(([slug, name]) => (name === functionName(slug) ? [] : [{ slug, name }]))

/** All of them refuse a schema that does not say that it is an object. */
export const objectSchema = (schema: object): Record<string, unknown> => ({
  type: 'object',
  properties: {},
  ...schema,
})
