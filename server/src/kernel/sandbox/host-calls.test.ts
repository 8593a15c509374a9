import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { AppError } from '../errors.ts'
import { parseAllowedNetworks } from '../net/allowed-networks.ts'
import { createOutbound } from '../net/outbound.ts'
import type { HostCalls, Job } from './driver.ts'
import { createFetchCall } from './fetch-call.ts'
import { createSaves, job, openSandboxes } from './testing.ts'

const sandboxes = openSandboxes({ after })
const seen: { method: string; url: string; body: string; header: string | undefined }[] = []
const site = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  seen.push({ method: request.method!, url: request.url!, body, header: request.headers['x-a'] as string })
  response.setHeader('x-b', 'b')
  if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1/' })
  response.end(request.url === '/bytes' ? Buffer.from([0, 255, 7]) : `got ${body}`)
})
const outbound = createOutbound({ allowPrivate: parseAllowedNetworks('127.0.0.1'), userAgent: 'test' })
let origin = ''

before(async () => {
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
after(async () => {
  await outbound.close()
  site.close()
  site.closeAllConnections()
})

const network = (): HostCalls => ({ fetch: createFetchCall({ outbound, allowedHosts: ['127.0.0.1'] }) })
const session = sandboxes.open({ projectId: 'project', lastSave: createSaves().lastSave })
const inJavaScript = async (source: string, more: Partial<Job> = {}) => {
  const { result, failure } = await session.execute('javascript', job(source, more))
  assert.equal(failure, null, failure?.error)
  return JSON.parse(result ?? 'null')
}

describe('fetch in a script', () => {
  it('is off unless the host serves it', async () => {
    const source = 'try { await fetch("http://127.0.0.1/") } catch (e) { return e.message }'
    assert.equal(await inJavaScript(source), 'the network is off for this sandbox')
    const { result } = await session.execute(
      'python',
      job('try:\n    fetch("http://127.0.0.1/")\nexcept OSError as e:\n    return str(e)'),
    )
    assert.equal(result, '"the network is off for this sandbox"')
    assert.deepEqual(seen, [])
  })

  it('reaches listed hosts with method, headers and body, from both languages', async () => {
    const source = `const r = await fetch(${JSON.stringify(origin)} + '/x', { method: 'POST', headers: { 'x-a': '1' }, body: 'sent' })
      return [r.status, r.ok, r.headers.get('x-b'), await r.text(), [...await (await fetch(${JSON.stringify(origin)} + '/bytes')).bytes()]]`
    assert.deepEqual(await inJavaScript(source, { calls: network() }), [
      200,
      true,
      'b',
      'got sent',
      [0, 255, 7],
    ])
    assert.deepEqual(seen[0], { method: 'POST', url: '/x', body: 'sent', header: '1' })
    const python = `r = fetch("${origin}/y", "PUT", {"x-a": "2"}, body="py")\nreturn [r.status, r.text, list(fetch("${origin}/bytes").content)]`
    const { result } = await session.execute('python', job(python, { calls: network() }))
    assert.deepEqual(JSON.parse(result!), [200, 'got py', [0, 255, 7]])
  })

  it('goes nowhere else, whatever the URL looks like, and follows no redirect', async () => {
    const before = seen.length
    const refused = [
      'http://localhost:1/',
      'http://169.254.169.254/',
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      '//x',
      'http://10.0.0.1/',
    ]
    const source = `const out = []; for (const u of ${JSON.stringify(refused)}) try { await fetch(u); out.push(u) } catch (e) { out.push(typeof e.message) } return out`
    assert.deepEqual(
      await inJavaScript(source, { calls: network() }),
      refused.map(() => 'string'),
    )
    assert.equal(seen.length, before)
    assert.equal(
      await inJavaScript(`return (await fetch(${JSON.stringify(origin)} + '/away')).status`, {
        calls: network(),
      }),
      302,
    )
  })
})

describe('a call that no one waits for', () => {
  it('leaves the next run in step, also when its reply comes late', async () => {
    const open: (() => void)[] = []
    const calls: HostCalls = {
      slow: () => new Promise((resolve) => open.push(() => resolve({ value: 'late' }))),
      quick: async (args) => ({ value: args }),
    }
    for (let round = 0; round < 3; round++) {
      const first = await inJavaScript(
        'host.call("slow", {}); host.call("quick", 1); await null; return "ended"',
        { calls },
      )
      assert.equal(first, 'ended')
      for (const release of open.splice(0)) release()
      assert.deepEqual(await inJavaScript('return await host.call("quick", [7])', { calls }), [7])
    }
  })

  it('is aborted when the run ends', async () => {
    const aborted = Promise.withResolvers<void>()
    const calls: HostCalls = {
      slow: (_args, _body, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            aborted.resolve()
            reject(signal.reason)
          }),
        ),
    }
    assert.equal(
      await inJavaScript('host.call("slow"); await new Promise((r) => setTimeout(r, 30)); return 1', {
        calls,
      }),
      1,
    )
    await aborted.promise
  })
})

describe('calls', () => {
  it('run beside each other, and beside timers', async () => {
    const both = Promise.withResolvers<void>()
    let started = 0
    const calls: HostCalls = {
      meet: async () => {
        if (++started === 2) both.resolve()
        await both.promise
        return { value: 'met' }
      },
    }
    const source =
      'return await Promise.all([host.call("meet"), host.call("meet"), new Promise((r) => setTimeout(r, 10, "tick"))])'
    assert.deepEqual(await inJavaScript(source, { calls }), ['met', 'met', 'tick'])
  })

  it('are bounded in number, and end with the deadline of the script', async () => {
    const calls: HostCalls = { echo: async () => ({ value: 1 }), never: () => new Promise(() => {}) }
    const flood =
      'const all = await Promise.allSettled(Array.from({ length: 1000 }, () => host.call("echo"))); return all.filter((a) => a.status === "fulfilled").length'
    assert.equal(await inJavaScript(flood, { calls }), 32)
    const { failure, isLost } = await session.execute(
      'javascript',
      job('await host.call("never")', { calls, timeoutMs: 200 }),
    )
    assert.equal(failure?.code, 'timeout')
    assert.equal(isLost, false)
  })

  it('that fail say why, if the reason is meant for scripts', async () => {
    const calls: HostCalls = {
      expected: () => Promise.reject(new AppError('invalid_state', 'It is closed.', { hint: 'Open it.' })),
      unexpected: () => Promise.reject(new Error('a secret')),
    }
    const source =
      'const say = (name) => host.call(name).catch((e) => e.message); return [await say("expected"), await say("unexpected"), await say("constructor")]'
    assert.deepEqual(await inJavaScript(source, { calls }), [
      'It is closed. Open it.',
      'the call failed',
      'there is no host call "constructor"',
    ])
  })
})
