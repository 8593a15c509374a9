const secretName =
  /^(?:cookie2?|set-cookie2?|authorization|.*-authorization)$|auth(?!or)|token|secret|passw|passphrase|api-?key|access-?key|private-?key|subscription-?key|(?<!idempotency)(?:^|-)key$|credential|signature|session|(?:^|-)jwt/i

/** Whether the header or query parameter of this name holds a credential. */
export const isSecretHeader = (name: string): boolean => secretName.test(name.trim().replaceAll('_', '-'))

/** The secrets in the value of such a header: all of it, and without the word that says what kind it is. */
export function secretsInHeader(value: string): string[] {
  const bare = /^[A-Za-z][A-Za-z0-9-]{1,20} +(\S.*)$/s.exec(value.trim())?.[1]
  if (bare === undefined) return [value]
  const isBasic = /^basic /i.test(value.trim())
  const password = isBasic ? Buffer.from(bare, 'base64').toString().split(':').slice(1).join(':') : ''
  return [value, bare, ...(password === '' ? [] : [password])]
}
