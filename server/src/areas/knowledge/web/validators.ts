/** What a site said of a page, to find out whether it has changed. */
export type Validators = { etag: string | null; lastModified: string | null }

export type Conditions = { 'if-none-match'?: string; 'if-modified-since'?: string }

/** The date is for servers that know no tags; where there is a tag, servers look at that alone. */
export const conditionsOf = (known: Validators | null): Conditions => ({
  ...(known?.etag ? { 'if-none-match': known.etag } : {}),
  ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
})

const maxValidatorLength = 500

/** Stored and sent back as it came, so nothing is taken that no server would send. */
export function validatorIn(header: string | string[] | undefined): string | null {
  const value = typeof header === 'string' ? header.trim() : ''
  return value.length <= maxValidatorLength && /^[\x20-\x7e]+$/.test(value) ? value : null
}
