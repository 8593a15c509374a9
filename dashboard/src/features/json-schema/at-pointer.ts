const isContainer = (node: unknown): node is Record<string, unknown> =>
  typeof node === 'object' && node !== null

/** A schema of others may hold a percent sign that encodes nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The value at a local reference such as `#/components/schemas/Thing`; undefined when there is none. */
export function atPointer(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  return reference
    .slice(2)
    .split('/')
    .map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (node, part) => (isContainer(node) && Object.hasOwn(node, part) ? node[part] : undefined),
      root,
    )
}
