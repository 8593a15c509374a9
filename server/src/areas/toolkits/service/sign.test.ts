import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../kernel/errors.ts'
import type { AuthScheme, Credentials } from '../ports/auth-scheme.ts'
import { defaultFields } from './auth-details.ts'
import { sign } from './sign.ts'

const scheme = (name: AuthScheme['name'], placements: AuthScheme['placements']): AuthScheme => ({
  name,
  configFields: defaultFields[name].config,
  connectionFields: defaultFields[name].connection,
  placements,
  allowedHosts: ['api.example.com'],
})

const credentials = (
  values: Record<string, unknown>,
  placements: AuthScheme['placements'],
  { name = 'API_KEY', hosts = ['api.example.com'] }: { name?: AuthScheme['name']; hosts?: string[] } = {},
): Credentials => ({
  connectedAccountId: null,
  scheme: scheme(name, placements),
  values,
  allowedHosts: hosts,
})

const url = 'https://api.example.com/v1/things?a=%20b&key=mine'
const inHeader = [{ in: 'header', name: 'X-Key', prefix: 'Token ', field: 'api_key' }] as const

const codeOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return 'nothing was thrown'
}

describe('sign', () => {
  it('puts a field into a header, replacing one in another case', () => {
    const signed = sign(
      { url, headers: { 'x-key': 'old', accept: '*/*' } },
      credentials({ api_key: 'k' }, inHeader),
    )
    assert.deepEqual(signed.headers, { accept: '*/*', 'x-key': 'Token k' })
    assert.equal(signed.url, url)
    assert.deepEqual(signed.allowedHosts, ['api.example.com'])
  })

  it('puts a field into the query in place of one of that name, and leaves the rest as it was written', () => {
    const placed = [{ in: 'query', name: 'key', prefix: '', field: 'api_key' }] as const
    const signed = sign({ url, headers: {} }, credentials({ api_key: 'a&b=c' }, placed))
    assert.equal(signed.url, 'https://api.example.com/v1/things?a=%20b&key=a%26b%3Dc')
  })

  it('lets no field of the account lead out of its place in the path', () => {
    const at = (team: string) =>
      sign(
        { url: 'https://api.example.com/teams/{team}/things', headers: {} },
        credentials({ api_key: 'k', team }, inHeader),
      ).url
    assert.equal(at('a b/c'), 'https://api.example.com/teams/a%20b%2Fc/things')
    for (const team of ['..', '.', '../admin', 'a/../..', 'a\\..\\b'])
      assert.equal(
        codeOf(() => at(team)),
        'invalid_parameter',
        team,
      )
  })

  it('adds a cookie to those there are', () => {
    const placed = [{ in: 'cookie', name: 'sid', prefix: '', field: 'api_key' }] as const
    const signed = sign({ url, headers: { Cookie: 'theme=dark' } }, credentials({ api_key: 'k' }, placed))
    assert.deepEqual(signed.headers, { cookie: 'theme=dark; sid=k' })
  })

  it('joins user name and password, also when there is no password', () => {
    const basic = (values: Record<string, unknown>) =>
      sign({ url, headers: {} }, credentials(values, [], { name: 'BASIC' })).headers.authorization
    assert.equal(
      basic({ username: 'ann', password: 'ü:x' }),
      `Basic ${Buffer.from('ann:ü:x').toString('base64')}`,
    )
    assert.equal(basic({ username: 'key' }), `Basic ${Buffer.from('key:').toString('base64')}`)
  })

  it('fills fields of the connection into the URL and into the hosts', () => {
    const shop = credentials({ api_key: 'k', shop: 'north', name: 'a/b' }, inHeader, {
      hosts: ['{shop}.example.com'],
    })
    const signed = sign({ url: 'https://{shop}.example.com/{name}/x', headers: {} }, shop)
    assert.equal(signed.url, 'https://north.example.com/a%2Fb/x')
    assert.deepEqual(signed.allowedHosts, ['north.example.com'])
  })

  it('refuses a field that would move the request elsewhere', () => {
    for (const shop of [
      'evil.com/',
      'evil.com#',
      'a@evil.com',
      'evil.com?',
      'x:y@evil.com',
      '%2e',
      '',
      {},
      null,
    ]) {
      const moved = credentials({ api_key: 'k', shop }, inHeader, { hosts: ['{shop}.example.com'] })
      const attempt = () => sign({ url: 'https://{shop}.example.com/', headers: {} }, moved)
      // A slash at the end is how people write hosts: it is taken off, and the host stays below example.com.
      if (shop === 'evil.com/') assert.equal(new URL(attempt().url).hostname, 'evil.com.example.com')
      else assert.equal(codeOf(attempt), 'invalid_parameter', String(shop))
    }
  })

  it('refuses hosts that the credentials are not for', () => {
    const refused = (address: string, hosts?: string[]) =>
      codeOf(() =>
        sign({ url: address, headers: {} }, credentials({ api_key: 'k' }, inHeader, hosts ? { hosts } : {})),
      )
    assert.equal(refused('https://evil.example/'), 'address_not_allowed')
    assert.equal(refused('https://api.example.com.evil.example/'), 'address_not_allowed')
    assert.equal(refused('https://evil.example/', ['*.example']), 'nothing was thrown')
    assert.equal(refused('https://example/', ['*.example']), 'address_not_allowed')
    assert.equal(refused('https://api.example.com/', []), 'address_not_allowed')
  })

  it('refuses to go without a field that is required, and passes over one that is not', () => {
    const attempt = (isRequired: boolean) => () => {
      const inHeaders = credentials({}, inHeader)
      const connectionFields = inHeaders.scheme.connectionFields.map((each) => ({ ...each, isRequired }))
      return sign({ url, headers: {} }, { ...inHeaders, scheme: { ...inHeaders.scheme, connectionFields } })
    }
    assert.equal(codeOf(attempt(true)), 'invalid_parameter')
    assert.deepEqual(attempt(false)().headers, {})
  })
})
