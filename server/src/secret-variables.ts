import { apiKeyForm } from './kernel/secrets/token.ts'

// Secrets are not echoed: a fault in one is described, never quoted.
export function readDatabaseUrl(value: string): string {
  const url = URL.parse(value)
  if (url && /^postgres(ql)?:$/.test(url.protocol)) return value
  throw new Error('must be a URL such as postgres://user:password@host:5432/stoa')
}

export function readApiKey(value: string): string {
  if (apiKeyForm.test(value)) {
    if (new Set(value).size >= 14 && !/change.?me|example|password|secret|your.?key/i.test(value))
      return value
    throw new Error('is easy to guess: use a random value')
  }
  throw new Error('must begin with stoa_ and have at least 32 characters of letters, digits, _ and -')
}

export function readPassword(value: string): string {
  if (value.length >= 10 && value.length <= 1024) return value
  throw new Error('must have 10 to 1024 characters')
}
