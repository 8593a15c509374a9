import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertSuccess, target } from './harness/client.ts'

const { admin, anonymous } = target()

describe('What operators ask (1.8)', () => {
  it('is alive, without a key and without an envelope', async () => {
    const { status, body, headers } = await anonymous.get('/healthz')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/)
    assert.equal((body as { status: string }).status, 'ok')
    assert.ok(!('success' in (body as object)))
  })

  it('is ready, and names what it looked at', async () => {
    const { status, body } = await anonymous.get('/readyz')
    assert.equal(status, 200)
    const { checks } = body as { checks: Record<string, string> }
    assert.ok('database' in checks)
    assert.ok(!('success' in (body as object)))
  })

  it('has figures for Prometheus, by route and never by path', async () => {
    const marked = `/api/v1/external-users/username/acceptance-${Date.now()}?nullable=true`
    assertSuccess(await admin.get(marked))
    // From another machine the figures need an admin key.
    const { status, text, headers } = await admin.get('/metrics')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/plain\b/)
    for (const line of text.split('\n').filter(Boolean)) {
      assert.match(line, /^(#\s(HELP|TYPE)\s\S+ |[a-zA-Z_:][\w:]*(\{.*\})? [-+\w.]+$)/, line)
    }
    assert.match(text, /external-users\/username\/:?\{?username/)
    assert.ok(!text.includes('acceptance-'))
  })
})
