export type ChatToken = { token: string; expiresAt?: string | undefined }

/** Gives a new token, or only its text. */
export type GetToken = () => Promise<ChatToken | string>

// A token is replaced before it expires: a request takes a while, and clocks differ.
const renewAheadMs = 60_000

/** The token of the user, renewed ahead of its expiry and after a refusal. Requests at the same time share one renewal. */
export function createTokenSource(getToken: GetToken) {
  let current: { token: string; until: number } | null = null
  let renewal: Promise<string> | null = null

  async function renew(): Promise<string> {
    const input = await getToken()
    const { token, expiresAt } = typeof input === 'string' ? { token: input } : { ...input }
    if (typeof token !== 'string' || token === '') throw new Error('No chat token was returned')
    const until = expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - renewAheadMs
    current = { token, until }
    return token
  }

  return {
    get(): Promise<string> {
      if (current && Date.now() < current.until) return Promise.resolve(current.token)
      renewal ??= renew().finally(() => {
        renewal = null
      })
      return renewal
    },
    forget(): void {
      current = null
    },
  }
}

export type TokenSource = ReturnType<typeof createTokenSource>

type TokenResponse = ChatToken & { data?: ChatToken }

/** POST to a URL of the page's own server, which knows its signed-in user by a cookie. */
export async function fetchToken(url: string): Promise<ChatToken> {
  const response = await window.fetch(url, { method: 'POST', headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`The token URL returned ${response.status}`)
  const body = (await response.json()) as TokenResponse
  return body.data ?? body
}
