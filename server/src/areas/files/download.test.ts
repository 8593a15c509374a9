import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { upload } from './testing.ts'

const app = await startTestApp()
after(() => app.stop())

let project: TestProject
let url: string
let etag: string
before(async () => {
  project = await app.newProject()
  const { body } = await upload(project.admin, 'document', 'digits.txt', '0123456789')
  url = body.data.url
  etag = `"${body.data.sha256}"`
})

describe('ranges', () => {
  test('206 with the requested bytes', async () => {
    const { admin } = project
    for (const [range, text, content] of [
      ['bytes=0-0', '0', 'bytes 0-0/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
      ['bytes=2-99', '23456789', 'bytes 2-9/10'],
    ] as const) {
      const response = await admin.get(url, { range })
      assert.deepEqual([response.status, response.text], [206, text], range)
      assert.equal(response.headers['content-range'], content)
      assert.equal(response.headers['content-length'], String(text.length))
    }
  })

  test('416 behind the end, with the size', async () => {
    const response = await project.admin.get(url, { range: 'bytes=10-' })
    assert.deepEqual([response.status, response.body.error.code], [416, 'range_not_satisfiable'])
    assert.equal(response.headers['content-range'], 'bytes */10')
  })

  test('200 with everything for several ranges, and for a part of what has changed', async () => {
    const { admin } = project
    assert.equal((await admin.get(url, { range: 'bytes=0-1,4-5' })).text, '0123456789')
    assert.equal((await admin.get(url, { range: 'bytes=0-1', 'if-range': '"other"' })).text, '0123456789')
    assert.equal((await admin.get(url, { range: 'bytes=0-1', 'if-range': etag })).text, '01')
  })
})

test('304 for the caller that has it already', async () => {
  const response = await project.admin.get(url, { 'if-none-match': etag })
  assert.deepEqual([response.status, response.text, response.headers.etag], [304, '', etag])
})

describe('conditions', () => {
  const second = 1_000
  let modified: string
  before(async () => {
    modified = String((await project.admin.get(url)).headers['last-modified'])
  })
  const at = (ms: number) => new Date(Date.parse(modified) + ms).toUTCString()

  test('a response has the date of the last change', async () => {
    const { body } = await project.admin.get(url.replace('download', 'meta'))
    assert.equal(modified, new Date(body.data.updatedAt).toUTCString())
  })

  test('412: the state is another one', async () => {
    for (const headers of [
      { 'if-match': '"other"' },
      { 'if-match': `W/${etag}` },
      { 'if-unmodified-since': at(-second) },
    ]) {
      const { status, body } = await project.admin.get(url, headers as Record<string, string>)
      assert.deepEqual([status, body.error.code], [412, 'precondition_failed'], JSON.stringify(headers))
    }
  })

  test('200 for the state that is named, and for what is no date', async () => {
    for (const headers of [
      { 'if-match': '*' },
      { 'if-match': `"other", ${etag}` },
      { 'if-unmodified-since': modified },
      // The tag counts and the date does not.
      { 'if-match': etag, 'if-unmodified-since': at(-second) },
      { 'if-none-match': '"other"', 'if-modified-since': modified },
      { 'if-modified-since': 'yesterday' },
      { 'if-modified-since': at(-second) },
      // A date, but in no form of HTTP.
      { 'if-modified-since': '99999' },
      { 'if-modified-since': new Date(Date.parse(modified) + second).toISOString() },
      { 'if-unmodified-since': '2001' },
    ]) {
      const { status, text } = await project.admin.get(url, headers as Record<string, string>)
      assert.deepEqual([status, text], [200, '0123456789'], JSON.stringify(headers))
    }
  })

  test('304 for what has not changed since', async () => {
    const asctime = new Date(modified)
      .toUTCString()
      .replace(/^(\w+), 0?(\d+) (\w+) (\d+) ([\d:]+) GMT$/, (_, name, day, month, year, time) =>
        [name, month, day.padStart(2), time, year].join(' '),
      )
    for (const date of [modified, asctime, 'Thursday, 01-Jan-37 00:00:00 GMT']) {
      const { status, headers } = await project.admin.get(url, { 'if-modified-since': date })
      assert.deepEqual([status, headers['last-modified']], [304, modified], date)
      // A cache would believe that the file is empty.
      assert.equal(headers['content-length'], undefined)
    }
  })

  test('206 for a range of the same date, 200 for one of another', async () => {
    const range = { range: 'bytes=0-1' }
    assert.equal((await project.admin.get(url, { ...range, 'if-range': modified })).status, 206)
    assert.equal((await project.admin.get(url, { ...range, 'if-range': at(second) })).status, 200)
  })

  test('200: HEAD has no range', async () => {
    for (const range of ['bytes=0-1', 'bytes=99-']) {
      const { status, headers } = await project.admin.send('HEAD', url, undefined, { range })
      assert.deepEqual([status, headers['content-length'], headers['content-range']], [200, '10', undefined])
    }
  })
})

test('HEAD sends all headers and no body', async () => {
  const address = new URL(await app.listen())
  const socket = connect(Number(address.port), address.hostname)
  socket.write(
    `HEAD ${url} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${project.adminKey}\r\nconnection: close\r\n\r\n`,
  )
  const text = Buffer.concat(await socket.toArray()).toString()
  assert.match(text, /^HTTP\/1\.1 200 /)
  assert.match(text, /\r\ncontent-length: 10\r\n/i)
  assert.match(text, /\r\naccept-ranges: bytes\r\n/i)
  assert.ok(text.endsWith('\r\n\r\n'), 'no byte of the body')
})

describe('active content', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const [fileType, name, content] of [
    ['image', 'x.svg', svg],
    ['document', 'x.html', '<!doctype html><script>alert(1)</script>'],
    ['document', 'x.xml', '<?xml version="1.0"?><a xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['other', 'x.js', 'alert(1)'],
  ] as const) {
    test(`${name} is an attachment, whatever is requested`, async () => {
      const { body } = await upload(project.admin, fileType, name, content)
      for (const path of [body.data.url, `/api/v1/file/${name}`]) {
        const { headers, status } = await project.admin.get(`${path}?disposition=inline`)
        assert.equal(status, 200)
        assert.match(String(headers['content-disposition']), /^attachment;/)
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.match(String(headers['content-security-policy']), /^sandbox; default-src 'none'/)
      }
    })
  }

  const script = 'document.title = "run"'
  const tricks: [string, string, string][] = [
    ...['js', 'mjs', 'cjs', 'jsx', 'JS', 'js.', 'mjs ', 'es', 'es6'].map((end): [string, string, string] => [
      `x.${end}`,
      script,
      'application/javascript',
    ]),
    ['x.html', `<script>${script}</script>`, 'text/html'],
    ['x.htm', script, 'text/html; charset=utf-7'],
    ['x.xhtml', script, 'application/xhtml+xml'],
    ['x.shtml', `<!-- a --><html><script>${script}</script>`, 'text/plain'],
    ['x.xml', '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>', 'text/xml'],
    ['x.xsl', '<?xml version="1.0"?><xsl:stylesheet/>', 'text/xsl'],
    ['x.css', 'body { background: url(/steal) }', 'text/css'],
    ['x.svg', svg, 'image/svg+xml'],
    ['x.svgz', svg, 'image/svg+xml'],
    ['x.txt', svg, 'text/plain'],
    ['x.png', script, 'text/javascript'],
    ['x.wasm', '\0asm\u0001\0\0\0', 'application/wasm'],
    ['x.swf', 'FWS\u0001....', 'application/x-shockwave-flash'],
    ['x.mht', 'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<script>1</script>', 'multipart/related'],
    ['x.webmanifest', '{"start_url":"/"}', 'application/manifest+json'],
    ['x.hta', `<script>${script}</script>`, 'application/hta'],
    ['x', script, 'text/javascript'],
    ['x.js\u0000.txt', script, 'text/javascript'],
    ['utf16.js', `\ufeff${script}`, 'text/javascript;charset=utf-16'],
  ]
  const runs = /script|html|css|wasm|xsl|flash|manifest|multipart|x-|(?:^|[/+])xml/
  for (const [name, content, type] of tricks)
    test(`${JSON.stringify(name)} sent as ${type} has no type that a page can run`, async () => {
      const boundary = 'b'
      const form = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n${content}\r\n--${boundary}--\r\n`
      const sent = await project.admin.post('/api/v1/file/upload/single/other', form, {
        'content-type': `multipart/form-data; boundary=${boundary}`,
      })
      if (sent.status !== 200) return assert.ok([400, 415].includes(sent.status), sent.text)
      const signed = await project.admin.post(`/api/v1/file/${sent.body.data.id}/signed-url`, {})
      const shared = new URL(signed.body.data.url).pathname
      for (const path of [sent.body.data.url, shared, `${shared}?disposition=inline`]) {
        const { headers } = await project.admin.get(path)
        const served = String(headers['content-type'])
        if (served !== 'image/svg+xml') assert.doesNotMatch(served, runs)
        if (served !== 'text/plain; charset=utf-8')
          assert.match(String(headers['content-disposition']), /^attachment;/, served)
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.match(String(headers['content-security-policy']), /^sandbox; default-src 'none'/)
      }
    })

  test('plain text may be shown inline, and only on request', async () => {
    const visible = await project.admin.get(`${url}?disposition=inline`)
    assert.match(String(visible.headers['content-disposition']), /^inline;/)
    assert.equal(visible.headers['content-type'], 'text/plain; charset=utf-8')
    assert.match(String((await project.admin.get(url)).headers['content-disposition']), /^attachment;/)
    assert.equal((await project.admin.get(`${url}?disposition=evil`)).status, 400)
  })
})

describe('by name', () => {
  test('the newest of several, and an id before a name', async () => {
    const { admin } = await app.newProject()
    const first = (await upload(admin, 'document', 'same.txt', 'old')).body.data
    await upload(admin, 'document', 'same.txt', 'new')
    await upload(admin, 'document', first.id, 'named like an id')
    assert.equal((await admin.get('/api/v1/file/same.txt')).text, 'new')
    assert.equal((await admin.get(`/api/v1/file/${first.id}`)).text, 'old')
    await upload(admin, 'document', 'ä ü.txt', 'umlaut')
    assert.equal((await admin.get(`/api/v1/file/${encodeURIComponent('ä ü.txt')}`)).text, 'umlaut')
  })
})

describe('signed links', () => {
  const pathOf = (link: string) => new URL(link).pathname
  const sign = async (id: string, ttlSec?: number) =>
    (await project.admin.post(`/api/v1/file/${id}/signed-url`, ttlSec === undefined ? {} : { ttlSec })).body
      .data

  test('looking at a file at the dashboard is not sharing it', async () => {
    const own = await app.newProject()
    const { id } = (await upload(own.admin, 'document', 'seen.txt', 'x')).body.data
    const owner = await app.signIn(own)
    const shared = async () => (await own.admin.get('/api/v1/audit-log?action=file.shared')).body.total
    const link = await owner.post(`/api/v1/file/${id}/signed-url`, { purpose: 'preview' })
    assert.equal((await app.anonymous.get(pathOf(link.body.data.url))).text, 'x')
    assert.equal(await shared(), 0)
    await owner.post(`/api/v1/file/${id}/signed-url`, {})
    assert.equal(await shared(), 1)
    // A key has no viewer: a link that it creates is always passed on.
    await own.admin.post(`/api/v1/file/${id}/signed-url`, { purpose: 'preview' })
    assert.equal(await shared(), 2)
  })

  test('open one file without a key, with ranges, for pages of others too', async () => {
    const { body } = await upload(project.admin, 'document', 'linked.txt', 'linked')
    const { url: link, expiresAt } = await sign(body.data.id, 60)
    assert.ok(link.startsWith('http://localhost:4400/api/v1/file/shared/'))
    assert.ok(Math.abs(new Date(expiresAt).getTime() - app.clock.now().getTime() - 60_000) < 5000)
    const response = await app.anonymous.get(pathOf(link), { range: 'bytes=0-2' })
    assert.deepEqual([response.status, response.text], [206, 'lin'])
    assert.equal(response.headers['cross-origin-resource-policy'], 'cross-origin')
    for (const method of ['DELETE', 'POST', 'PUT'])
      assert.equal((await app.anonymous.send(method, pathOf(link))).status, 405)
  })

  test('their creation is in the audit log, without the link', async () => {
    const { body } = await upload(project.admin, 'document', 'shown.txt', 'shown')
    const { url: link, expiresAt } = await sign(body.data.id, 60)
    const log = await project.admin.get('/api/v1/audit-log?action=file.shared&limit=1')
    assert.deepEqual([log.body.data[0].target.id, log.body.data[0].details], [body.data.id, { expiresAt }])
    assert.ok(!log.text.includes(link.split('/').at(-1)!))
  })

  test('403 when anything in them was changed', async () => {
    const { body } = await upload(project.admin, 'document', 'a.txt', 'a')
    const other = (await upload(project.admin, 'document', 'b.txt', 'b')).body.data.id.replaceAll('-', '')
    const path = pathOf((await sign(body.data.id, 60)).url)
    const id = body.data.id.replaceAll('-', '')
    const [content, signature] = path.split('.')
    const forged = [
      path.replace(id, other),
      `${content}z.${signature}`,
      `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
      `${content}.`,
      '/api/v1/file/shared/x',
    ]
    for (const each of forged) {
      const response = await app.anonymous.get(each)
      assert.deepEqual([response.status, response.body.error.code], [403, 'invalid_link'], each)
    }
  })

  test('404 once the file is deleted, 410 once they have expired', async () => {
    const { body } = await upload(project.admin, 'document', 'c.txt', 'c')
    const [short, long] = [await sign(body.data.id, 60), await sign(body.data.id, 86_400)]
    app.clock.advance(61_000)
    const late = await app.anonymous.get(pathOf(short.url))
    assert.deepEqual([late.status, late.body.error.code, late.body.error.type], [410, 'link_expired', 'gone'])
    assert.equal((await app.anonymous.get(pathOf(long.url))).status, 200)
    await project.admin.delete(`/api/v1/file/${body.data.id}`)
    assert.equal((await app.anonymous.get(pathOf(long.url))).status, 404)
    assert.equal(
      (await project.admin.post(`/api/v1/file/${body.data.id}/signed-url`, { ttlSec: 86_401 })).status,
      400,
    )
  })
})
