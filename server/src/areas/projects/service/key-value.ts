import { newToken } from '../../../kernel/ids.ts'
import { apiKeyForm, hashToken } from '../../../kernel/secrets/token.ts'

/** What is stored of a key, and the value itself, which is shown once. */
export type KeyValue = { value: string; hash: string; prefix: string; suffix: string }

/** Checked before the value is hashed or looked up: an absurd header costs nothing. */
export const isKeyForm = (value: string): boolean => apiKeyForm.test(value)

export function newKeyValue(value = `stoa_${newToken()}`): KeyValue {
  return { value, hash: hashToken(value), prefix: value.slice(0, 9), suffix: value.slice(-4) }
}
