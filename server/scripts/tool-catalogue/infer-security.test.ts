import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inferSecurity } from './infer-security.ts'
import type { JsonObject } from './json.ts'

type Parameter = { in: string; name: string; description?: string; required?: boolean } | { $ref: string }

/** A description whose operations take these parameters, one list for each operation. */
const takes = (operations: readonly Parameter[][], more: JsonObject = {}): JsonObject => ({
  paths: Object.fromEntries(operations.map((parameters, at) => [`/things/${at}`, { get: { parameters } }])),
  ...more,
})
const schemesOf = (source: JsonObject, id = 'example.com') => inferSecurity(id, source)?.schemes ?? null

describe('ways in that a description only shows', () => {
  it('are parameters that nearly all operations take', () => {
    const key = { in: 'header', name: 'X-Api-Key', description: 'Your key' }
    assert.deepEqual(inferSecurity('example.com', takes([[key], [key], []])), {
      schemes: {
        x_api_key: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'Your key' },
      },
      together: true,
    })
    assert.equal(schemesOf(takes([[key], [], []])), null)
  })

  it('are found behind references and beside the operation', () => {
    const source = {
      paths: { '/a': { parameters: [{ $ref: '#/components/parameters/Key' }], get: {} } },
      components: { parameters: { Key: { in: 'query', name: 'api_key' } } },
    }
    assert.deepEqual(schemesOf(source), { api_key: { type: 'apiKey', in: 'query', name: 'api_key' } })
  })

  it('are taken in the header where they are accepted in the URL, too', () => {
    const both = [
      { in: 'query', name: 'apikey' },
      { in: 'header', name: 'X-API-Key' },
    ]
    assert.deepEqual(Object.keys(schemesOf(takes([both])) ?? {}), ['x_api_key'])
  })

  it('are needed together where there are several', () => {
    const two = [
      { in: 'header', name: 'X-App-Id' },
      { in: 'header', name: 'X-App-Key' },
    ]
    const { schemes, together } = inferSecurity('example.com', takes([two]))!
    assert.deepEqual([Object.keys(schemes), together], [['x_app_id', 'x_app_key'], true])
  })

  it('are distinguished from other keys and tokens by name and by words', () => {
    for (const name of ['page_token', 'sort_key', 'pageToken', 'user_key'])
      assert.equal(schemesOf(takes([[{ in: 'query', name }]])), null, name)
    assert.equal(schemesOf(takes([[{ in: 'query', name: 'key', description: 'The key to sort by' }]])), null)
    const output = { in: 'query', name: 'key', description: 'Your API key' }
    assert.ok(schemesOf(takes([[output]])))
    const needed = { in: 'query', name: 'k', description: 'The API key', required: true }
    assert.ok(schemesOf(takes([[needed]])))
    assert.equal(schemesOf(takes([[{ ...needed, required: false }]])), null)
    assert.equal(schemesOf(takes([[{ in: 'cookie', name: 'api_key' }]])), null)
  })

  it('are a bearer token or a password where Authorization says so', () => {
    const authorization = (description: string) =>
      schemesOf(takes([[{ in: 'header', name: 'Authorization', description }]]))?.authorization
    assert.equal((authorization('Bearer token') as JsonObject).scheme, 'bearer')
    assert.equal((authorization('HTTP Basic') as JsonObject).scheme, 'basic')
    assert.equal((authorization('The word of the day') as JsonObject).type, 'apiKey')
  })

  it('are none where every request would have to be signed', () => {
    const signed = { in: 'header', name: 'Authorization', description: 'OAuth 1.0a header' }
    assert.equal(inferSecurity('example.com', takes([[signed]])), null)
  })

  it('are those of Google where its three names occur together', () => {
    const google = ['access_token', 'oauth_token', 'key'].map((name) => ({
      in: 'query',
      name,
      description: 'Your API key',
    }))
    assert.deepEqual(Object.keys(schemesOf(takes([google])) ?? {}), ['key', 'token'])
    assert.equal(inferSecurity('googleapis.com/drive', takes([[]]))?.together, false)
  })

  it('are read from prose that spells the header out, and from nothing vaguer', () => {
    const reported = (description: string) => schemesOf({ paths: {}, info: { description } })
    assert.deepEqual(reported('Send `Authorization: Bearer <token>`.'), {
      token: { type: 'http', scheme: 'bearer' },
    })
    assert.deepEqual(reported('Put it into the X-API-Key header.'), {
      key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    })
    assert.equal(reported('You need an API key. Ask us for one.'), null)
  })

  it('are a token where a declared way cannot be run, and known ones where nothing is said', () => {
    const declared = { components: { securitySchemes: { a: { type: 'oauth2', description: 'Ours' } } } }
    assert.deepEqual(schemesOf({ paths: {}, ...declared }), {
      token: { type: 'http', scheme: 'bearer', description: 'Ours' },
    })
    const amadeus = schemesOf({ paths: {} }, 'amadeus.com/flights') ?? {}
    assert.equal((amadeus.account as JsonObject).type, 'oauth2')
  })

  it('survive descriptions of any form', () => {
    for (const paths of [undefined, null, [], { '/a': null }, { '/a': { get: { parameters: 'x' } } }])
      assert.equal(inferSecurity('example.com', { paths }), null)
    const nowhere = takes([[{ $ref: '#/components/parameters/None' }]])
    assert.equal(inferSecurity('example.com', nowhere), null)
  })
})
