import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { HttpBody } from '../../schema/tool.ts'
import { renderRequest } from './http-template.ts'

const render = (template: object, args: object, baseUrl: string | null = null) =>
  renderRequest(HttpBody.parse(template), args as Record<string, unknown>, baseUrl)

describe('arguments stay in their place', () => {
  test('in the path', () => {
    const url = 'https://a.test/users/{{id}}/posts'
    assert.equal(render({ url }, { id: 'a/admin?x=#' }).url, 'https://a.test/users/a%2Fadmin%3Fx%3D%23/posts')
    for (const id of ['..', '.', '%2e%2e', '../admin', 'a/../../b', 'a\\..\\b']) {
      const again = () => new URL(render({ url }, { id }).url).pathname
      if (id === '%2e%2e') assert.equal(again(), '/users/%252e%252e/posts')
      else assert.throws(again, /^AppError: id must not make a part of the path/)
    }
    assert.throws(
      () => render({ url: 'https://a.test/{{a}}{{b}}/x' }, { a: '.', b: '.' }),
      /a and b must not/,
    )
    assert.throws(() => render({ url }, {}), /is required/)
  })
  test('in the query', () => {
    const template = {
      url: 'https://a.test/?q={{q}}&fixed=1',
      query: { list: '{{list}}', none: '{{none}}', text: 'x-{{q}}' },
    }
    assert.equal(
      render(template, { q: 'a&b=c', list: [1, 'x y'] }).url,
      'https://a.test/?q=a%26b%3Dc&fixed=1&list=1&list=x%20y&text=x-a%26b%3Dc',
    )
  })
  test('in a body of values, texts, forms and JSON', () => {
    const url = 'https://a.test/'
    const args = { n: 3, t: 'a"b', o: { deep: [1] } }
    const body = { n: '{{n}}', t: 'is {{t}}', o: '{{o.deep}}', none: '{{none}}' }
    assert.equal(render({ url, method: 'POST', body }, args).body, '{"n":3,"t":"is a\\"b","o":[1]}')
    const json = { 'Content-Type': 'application/json' }
    assert.equal(render({ url, headers: json, body: '{"t":{{t}}}' }, args).body, '{"t":"a\\"b"}')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal(render({ url, headers: form, body: 'x={{t}}&y=1' }, args).body, 'x=a%22b&y=1')
    assert.equal(render({ url, headers: form, body: { x: '{{t}}' } }, args).body, 'x=a%22b')
    assert.equal(render({ url, body: 'Hi {{t}}' }, args).headers['content-type'], 'text/plain; charset=utf-8')
  })
  test('and nothing but names is looked up', () => {
    const { body } = render(
      { url: 'https://a.test/', body: { a: '{{__proto__.x}}', b: '{{constructor.name}}', c: '{{ f() }}' } },
      {},
    )
    assert.equal(body, '{"c":"{{ f() }}"}')
  })
})

test('a path is resolved below the base URL', () => {
  assert.equal(
    render({ url: '/v1/{{id}}' }, { id: 5 }, 'https://{shop}.a.test/api/').url,
    'https://{shop}.a.test/api/v1/5',
  )
})
