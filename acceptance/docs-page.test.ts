import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { target } from './harness/client.ts'

const { anonymous, baseUrl } = target()
const pages = ['/', '/docs']

const policyOf = (header: string | null) =>
  new Map(
    (header ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      return [name, sources] as const
    }),
  )

/** URLs that a page or a part of it makes the browser load. */
function loadedBy(text: string): string[] {
  const forms = [
    /\b(?:src|href|action|poster|data)\s*=\s*["']([^"']+)["']/g,
    /\burl\(\s*["']?([^"')]+)/g,
    /@import\s+["']([^"']+)["']/g,
    // At the beginning of a line: further in is the text of examples.
    /^(?:import|export)\b[^"']*["']([^"']+)["']/gm,
    /\b(?:fetch|EventSource|Worker|WebSocket|sendBeacon)\(\s*["'`]([^"'`$]+)/g,
  ]
  return forms.flatMap((form) => [...text.matchAll(form)].map((match) => match[1]!))
}

describe('The pages of the server (6)', () => {
  it('are HTML', async () => {
    for (const path of pages) {
      const { status, headers, text } = await anonymous.get(path)
      assert.equal(status, 200, path)
      assert.match(headers.get('content-type') ?? '', /^text\/html\b/)
      assert.match(text, /^<!doctype html>/i)
      assert.match(text, /<html[^>]* lang="/)
      assert.match(text, /<title>[^<]+<\/title>/)
    }
  })

  it('have a policy under which nothing of others is loaded and no script is inline', async () => {
    for (const path of pages) {
      const policy = policyOf((await anonymous.get(path)).headers.get('content-security-policy'))
      assert.deepEqual(policy.get('default-src'), ["'none'"], path)
      for (const [name, sources] of policy) {
        for (const source of sources) assert.match(source, /^('none'|'self'|data:|blob:)$/, `${path} ${name}`)
      }
      for (const name of ['script-src', 'style-src', 'connect-src']) {
        assert.deepEqual(policy.get(name), ["'self'"], `${path} ${name}`)
      }
    }
  })

  it('hold to their policy: no script and no style in the text', async () => {
    for (const path of pages) {
      const { text } = await anonymous.get(path)
      for (const [tag] of text.matchAll(/<script\b[^>]*>/g)) assert.match(tag, /\bsrc=/, path)
      assert.doesNotMatch(text, /<style\b|\sstyle=|\son\w+=|javascript:/i, path)
    }
  })

  it('load what they need, all of it from this server', async () => {
    const seen = new Set<string>()
    const open = pages.map((path) => new URL(path, baseUrl))
    for (let at = open.pop(); at; at = open.pop()) {
      if (seen.has(at.href)) continue
      seen.add(at.href)
      const { status, text, headers } = await anonymous.get(at.pathname)
      assert.equal(status, 200, at.pathname)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', at.pathname)
      if (!/html|css|javascript/.test(headers.get('content-type') ?? '')) continue
      for (const address of loadedBy(text)) {
        if (/^(data:|blob:|#|mailto:)/.test(address)) continue
        const found = new URL(address, at)
        assert.equal(found.origin, new URL(baseUrl).origin, `${at.pathname} loads ${address}`)
        if (/\.(js|css|svg|html)$/.test(found.pathname)) open.push(new URL(found.pathname, baseUrl))
      }
    }
    assert.ok(seen.size > pages.length, [...seen].join())
  })

  it('are not sent again while they are the same', async () => {
    const { headers } = await anonymous.get('/docs')
    const again = await anonymous.get('/docs', { 'if-none-match': headers.get('etag') ?? '' })
    assert.deepEqual([again.status, again.text], [304, ''])
  })
})
