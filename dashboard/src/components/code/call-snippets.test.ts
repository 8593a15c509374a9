import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCurl, toPython, toSdk, urlOf } from './call-snippets.ts'

describe('snippets of a call', () => {
  const origin = 'http://127.0.0.1:4400'

  it('fill in what the path needs, and leave out what the query does not have', () => {
    const call = {
      method: 'GET',
      path: '/api/v1/ai/models/{modelId+}',
      params: { modelId: 'openai/gpt 5' },
      query: { q: 'a&b', page: undefined, sortBy: '' },
    } as const
    assert.equal(urlOf(call), '/api/v1/ai/models/openai/gpt%205?q=a%26b')
  })

  it('survive a shell: a quote in a value ends no quote around it', () => {
    const text = toCurl({ method: 'POST', path: '/api/v1/things', body: { name: "it's" } }, origin)
    assert.match(text, /^curl -X POST 'http:\/\/127\.0\.0\.1:4400\/api\/v1\/things'/)
    assert.ok(text.includes(`'{"name":"it'\\''s"}'`), text)
  })

  it('name the path and its parts for the SDK', () => {
    const text = toSdk(
      { method: 'DELETE', path: '/api/v1/api-keys/{id}', params: { id: 'k1' }, query: { dryRun: 'true' } },
      origin,
    )
    assert.ok(text.includes(`stoa.delete('/api/v1/api-keys/{id}', {\n  params: {\n    id: "k1"`), text)
  })

  it('speak Python: its words for true, false and nothing', () => {
    const body = { source: 'say("hi")\n', on: true, off: [false, null], none: {} }
    const text = toPython({ method: 'POST', path: '/api/v1/things', headers: { 'x-a': 'b' }, body }, origin)
    assert.ok(
      text.includes(
        '"x-api-key": os.environ["STOA_API_KEY"], "content-type": "application/json", "x-a": "b"',
      ),
    )
    assert.ok(text.includes('"source": "say(\\"hi\\")\\n",\n        "on": True,\n'), text)
    assert.ok(
      text.includes('"off": [\n            False,\n            None,\n        ],\n        "none": {},'),
      text,
    )
  })

  it('send a file as a form, on behalf of whom the headers name', () => {
    const call = {
      method: 'POST',
      path: '/api/v1/file/upload/multiple/{fileType}',
      params: { fileType: 'document' },
      headers: { 'x-username': 'alice' },
      file: { name: 'hello.txt', text: 'Hello' },
    } as const
    const curl = toCurl(call, origin)
    assert.ok(
      curl.includes(`-H 'x-username: alice'`) && curl.includes(`-F 'file=Hello;filename=hello.txt'`),
      curl,
    )
    const sdk = toSdk(call, origin)
    assert.ok(sdk.includes(`"x-username": "alice"\n  },\n  file,\n  name: 'hello.txt',\n})`), sdk)
  })
})

it('a snippet of a stream reads event by event', () => {
  const origin = 'http://127.0.0.1:4400'
  const call = { method: 'POST', path: '/api/v1/things', body: { a: 1 }, streams: true } as const
  assert.match(toCurl(call, origin), /^curl -N -X POST /)
  assert.match(
    toSdk(call, origin),
    /^for await \(const event of stoa\.events\('.*', \{\n {2}method: "post",/m,
  )
  assert.match(toPython(call, origin), /^for line in urllib\.request\.urlopen\(request\):$/m)
})
