/**
 * Of rows of the project's own tables. They may hold text of anyone, so nothing leaves the installation for them without an
 * approval; but writing to own tables does not ask, or every agent with a table would wait for each write.
 */
export const tableTaint = 'table'

/** Of several origins of text, one that calls are checked most strictly for. */
export function strongestTaint(taints: Iterable<string | null>): string | null {
  let strongest: string | null = null
  for (const taint of taints) {
    if (taint !== null && taint !== tableTaint) return taint
    strongest ??= taint
  }
  return strongest
}
