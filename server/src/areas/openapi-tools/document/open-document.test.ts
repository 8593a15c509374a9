import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { toolSlugOf } from '../../../kernel/text/tool-slug.ts'
import { openDocument } from './open-document.ts'
import { readDocument, toApiDocument } from './read-document.ts'
import { shopDocument } from './testing.ts'

const open = (more: object = {}) =>
  openDocument(shopDocument(), { toolkitSlug: 'shop', version: '1', ...more })
type Schema = {
  properties: Record<string, Record<string, unknown>>
  required?: string[]
  $defs?: Record<string, Schema>
}
const inputOf = (slug: string) => open().tool(slug)!.inputParameters as unknown as Schema

describe('openDocument', () => {
  it('lists every operation with what its method promises', () => {
    const entries = open().operations()
    assert.deepEqual(
      entries.map(({ slug }) => slug),
      [
        'shop_list_items',
        'shop_create_item',
        'shop_replace_item',
        'shop_remove_item',
        'shop_get_picture',
        'shop_upload_picture',
        'shop_search',
        'shop_token',
      ],
    )
    const [list, create, replace, remove] = entries
    assert.deepEqual(list!.hints, { isReadOnly: true, isDestructive: false, isIdempotent: true })
    assert.deepEqual(create!.hints, { isReadOnly: null, isDestructive: null, isIdempotent: null })
    assert.deepEqual(replace!.hints, { isReadOnly: false, isDestructive: null, isIdempotent: true })
    assert.deepEqual(remove!.hints, { isReadOnly: false, isDestructive: true, isIdempotent: true })
    assert.deepEqual([list!.scopes, create!.scopes], [['read'], ['write']])
    assert.deepEqual([list!.noAuth, remove!.noAuth, remove!.isDeprecated], [false, true, true])
    assert.deepEqual(list!.tags, ['items'])
  })

  it('leaves credentials and the transport out of the inputs', () => {
    assert.deepEqual(Object.keys(inputOf('shop_list_items').properties), [
      'ids',
      'filter',
      'X-Trace',
      'theme',
    ])
  })

  it('flattens a body put together of several, without what only the service writes, circles and all', () => {
    const schema = inputOf('shop_create_item')
    assert.deepEqual(Object.keys(schema.properties).sort(), ['name', 'parent'])
    assert.deepEqual(schema.required?.sort(), ['name', 'parent'])
    assert.deepEqual(Object.keys(schema.$defs!), ['Item'])
    assert.deepEqual(schema.$defs!.Item!.properties.parent, { $ref: '#/$defs/Item' })
    assert.deepEqual(schema.$defs!.Item!.properties.name!.type, ['string', 'null'])
    assert.equal(schema.$defs!.Item!.properties.id, undefined)
  })

  it('makes duplicate names unique, and fixes those that models must not use', () => {
    assert.deepEqual(Object.keys(inputOf('shop_replace_item').properties), [
      'id',
      'query_id',
      'body_id',
      'a_b',
    ])
    const { bindings, body } = open().plan('shop_replace_item')!
    assert.deepEqual(
      bindings.map(({ argument, in: location, name }) => [argument, location, name]),
      [
        ['id', 'path', 'id'],
        ['query_id', 'query', 'id'],
      ],
    )
    assert.deepEqual(
      body!.members!.map(({ argument, name }) => [argument, name]),
      [
        ['body_id', 'id'],
        ['a_b', 'a b'],
      ],
    )
  })

  it('fills a place in the path that no one describes, and takes files by their id', () => {
    const schema = inputOf('shop_upload_picture')
    assert.deepEqual(schema.required, ['id', 'file'])
    assert.match(String(schema.properties.file!.description), /id of a file/)
  })

  it('maps a body with alternatives to one argument', () => {
    assert.ok(inputOf('shop_search').properties.body!.oneOf)
  })

  it('shows the response without write-only fields', () => {
    const output = open().tool('shop_list_items')!.outputParameters as unknown as Schema & { type: string }
    assert.equal(output.type, 'array')
    assert.deepEqual(Object.keys(output.$defs!.Item!.properties), ['id', 'name', 'parent'])
    const picture = open().tool('shop_get_picture')!.outputParameters as unknown as Schema
    assert.ok(picture.properties.fileId)
  })

  it('knows the ways in, with keys that go together in one', () => {
    const { authSchemes, baseUrl, allowedHosts } = open()
    assert.equal(baseUrl, 'https://{region}.shop.example/v1')
    assert.deepEqual(allowedHosts, ['{region}.shop.example'])
    assert.deepEqual(
      authSchemes.map(({ name }) => name),
      ['OAUTH2', 'S2S_OAUTH2', 'API_KEY'],
    )
    const [oauth, , keys] = authSchemes
    assert.deepEqual(
      keys!.placements.map((each) => [each.in, each.name]),
      [
        ['query', 'api_key'],
        ['header', 'X-App'],
      ],
    )
    assert.deepEqual(
      keys!.connectionFields.map(({ name }) => name),
      ['key', 'app', 'region'],
    )
    assert.equal(keys!.connectionFields[2]!.defaultValue, 'eu')
    assert.equal(oauth!.oauth2!.scopes.length, 2)
  })

  it('takes what is selected', () => {
    const slugs = (selection: object) =>
      open({ selection })
        .operations()
        .map(({ slug }) => slug)
    assert.deepEqual(slugs({ include: ['items'] }), ['shop_list_items'])
    assert.deepEqual(slugs({ include: ['DELETE *', 'search'] }), ['shop_remove_item', 'shop_search'])
    assert.equal(slugs({ exclude: ['*item*'] }).length, 2)
  })

  it('resolves a relative URL against that of the description', () => {
    const at = (url: string, origin: string | null) =>
      openDocument(toApiDocument({ openapi: '3.1.0', info: {}, servers: [{ url }], paths: {} }), {
        toolkitSlug: 'x',
        version: '1',
        origin,
      }).baseUrl
    assert.equal(at('/v2/', 'https://a.example/docs/api.json'), 'https://a.example/v2')
    assert.equal(at('v2', 'https://a.example/docs/api.json'), 'https://a.example/docs/v2')
    assert.equal(at('//b.example', 'https://a.example/'), 'https://b.example')
    assert.equal(at('/v2', null), null)
    assert.equal(at('ftp://a.example', 'https://a.example'), null)
    assert.equal(at('https://a.example@b.example/v1', null), null)
    assert.equal(at('//a.example@b.example', 'https://a.example/'), null)
  })

  it('gives slugs that every model takes, the same whatever the order', () => {
    const paths = {
      '/a': { get: { operationId: 'same' } },
      '/b': {
        get: { operationId: 'Same' },
        post: { operationId: 'x'.repeat(200) },
        put: { operationId: '日本' },
      },
    }
    const slugsOf = (source: object) =>
      openDocument(toApiDocument({ openapi: '3.1.0', info: {}, paths: source }), {
        toolkitSlug: 'kit',
        version: '1',
      })
        .operations()
        .map(({ slug }) => slug)
        .sort()
    const slugs = slugsOf(paths)
    assert.equal(new Set(slugs).size, 4)
    for (const slug of slugs) assert.match(slug, /^kit_[a-z0-9_]{1,60}$/)
    for (const slug of slugs) assert.ok(slug.length <= 64)
    assert.deepEqual(slugsOf(Object.fromEntries(Object.entries(paths).reverse())), slugs)
    assert.equal(toolSlugOf('kit', 'getHTTPStatusByID'), 'kit_get_http_status_by_id')
  })

  it('lists choices in the type that they are said to have', () => {
    const choices = {
      text: { type: 'string', enum: [1, 2, 'two', true, null, {}] },
      number: { type: 'integer', enum: ['1', 2, 'x', 1.5, ''] },
      either: { type: ['string', 'null'], enum: ['a', null] },
      none: { type: 'integer', enum: ['x'] },
      any: { enum: [1, 'a', null] },
    }
    const schema = { type: 'object', properties: choices }
    const content = { 'application/json': { schema } }
    const document = toApiDocument({
      openapi: '3.1.0',
      info: {},
      servers: [{ url: 'https://a.example' }],
      paths: { '/a': { post: { operationId: 'a', requestBody: { content } } } },
    })
    const tool = openDocument(document, { toolkitSlug: 'kit', version: '1' }).tool('kit_a')
    const { properties } = tool!.inputParameters as { properties: Record<string, { enum?: unknown[] }> }
    assert.deepEqual(
      Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, each.enum])),
      {
        text: ['1', '2', 'two', 'true'],
        number: [1, 2],
        either: ['a', null],
        none: undefined,
        any: [1, 'a', null],
      },
    )
  })

  it('makes schemas that compile, also from those that would not', () => {
    const odd = {
      type: 'object',
      required: true,
      properties: {
        a: { type: 'any', enum: [], minLength: -1, pattern: '(' },
        b: { type: 'file', exclusiveMinimum: true, multipleOf: 0, default: {} },
        c: { type: ['string', 'nonsense'], default: 5, items: [], allOf: [] },
        d: { $ref: '#/components/schemas/Missing' },
        e: { type: 'integer', default: 'x', discriminator: { propertyName: 'x' } },
        f: { type: 'string', pattern: '^(a+)+$' },
        g: true,
      },
    }
    const document = readDocument(
      JSON.stringify({
        openapi: '3.1.0',
        info: {},
        servers: [{ url: 'https://a.example' }],
        paths: {
          '/a': {
            post: { operationId: 'a', requestBody: { content: { 'application/json': { schema: odd } } } },
          },
        },
      }),
    )
    const tool = openDocument(document, { toolkitSlug: 'odd', version: '1' }).tool('odd_a')!
    const validate = new Ajv2020({ strict: false, useDefaults: true }).compile(tool.inputParameters)
    assert.equal(validate({ d: 1 }), true, JSON.stringify(validate.errors))
    for (const { slug } of open().operations()) {
      new Ajv2020({ strict: false }).compile(open().tool(slug)!.inputParameters)
      new Ajv2020({ strict: false }).compile(open().tool(slug)!.outputParameters)
    }
  })

  it('cuts what is far away when schemas are without end', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 5000 }, (_, i) => [
        `S${i}`,
        {
          type: 'object',
          properties: { next: { $ref: `#/components/schemas/S${i + 1}` }, a: { type: 'string' } },
        },
      ]),
    )
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } }
    const document = toApiDocument({
      openapi: '3.1.0',
      info: {},
      components: { schemas },
      paths: {
        '/a': { post: { operationId: 'a', requestBody: { content }, responses: { 200: { content } } } },
      },
    })
    const tool = openDocument(document, { toolkitSlug: 'big', version: '1' }).tool('big_a')!
    const sizes = [tool.inputParameters, tool.outputParameters].map((schema) => JSON.stringify(schema).length)
    assert.ok(sizes[0]! < 300_000 && sizes[1]! < 50_000, String(sizes))
    new Ajv2020({ strict: false }).compile(tool.outputParameters)
  })
})
