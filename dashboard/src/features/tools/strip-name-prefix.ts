/** What a description adds to the name: many of them begin by saying it once more. */
export function stripNamePrefix(name: string, description: string): string {
  if (!description.toLowerCase().startsWith(name.toLowerCase())) return description
  const rest = description.slice(name.length)
  // A longer word that only begins like the name is no repetition of it.
  return /^[\p{L}\p{N}]/u.test(rest) ? description : rest.replace(/^[\s.:–-]+/, '')
}
