import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request as open } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { until } from '../../../../test/until.ts'
import { AppError } from '../../errors.ts'
import { data, endpoint } from '../endpoint.ts'

type Kernel = Awaited<ReturnType<typeof startHttpKernel>>
let kernel: Kernel
let origin = ''
let done = 0
let started = 0

const common = {
  area: 'Test',
  summary: 'count',
  access: 'project',
  permission: 'things:write',
  response: data(z.object({ count: z.number(), size: z.number() })),
  example: {},
} as const

const upload = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/counted-upload',
  upload: { maxFileBytes: 1024 * 1024, maxFiles: 3 },
  handle: async ({ upload: parts }) => {
    let size = 0
    for await (const part of parts) {
      if (part.kind === 'field') {
        if (part.value === 'refuse') throw new AppError('invalid_state', 'refused')
        continue
      }
      for await (const chunk of part.stream) size += (chunk as Buffer).length
    }
    return { count: ++done, size }
  },
})

const bytes = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/v1/counted-bytes',
  takesBytes: true,
  handle: async ({ bytes: stream }) => {
    started++
    let size = 0
    for await (const chunk of stream) size += (chunk as Buffer).length
    return { count: ++done, size }
  },
})

before(async () => {
  kernel = await startHttpKernel({ endpoints: [upload, bytes] })
  await kernel.server.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://localhost:${(kernel.server.server.address() as AddressInfo).port}`
})
after(() => kernel.stop())

async function send(method: string, path: string, key: string, body: FormData | string) {
  const headers = { 'x-api-key': 'member', 'idempotency-key': key }
  const response = await fetch(`${origin}${path}`, { method, headers, body })
  const { data: found, error } = (await response.json()) as {
    data?: { count: number }
    error?: { code: string }
  }
  return {
    status: response.status,
    isReplay: response.headers.get('idempotent-replayed') === 'true',
    count: found?.count,
    code: error?.code,
  }
}

/** A form draws its boundary again each time it is sent. */
function form(...files: readonly string[]): FormData {
  const made = new FormData()
  made.set('kind', 'test')
  for (const [i, text] of files.entries()) made.append(`file${i}`, new Blob([text]), `${i}.txt`)
  return made
}

describe('an upload with an Idempotency-Key', () => {
  const post = (key: string, body: FormData) => send('POST', upload.path, key, body)

  test('is done once, however its boundary is drawn', async () => {
    const key = randomUUID()
    const first = await post(key, form('one', 'two'))
    const second = await post(key, form('one', 'two'))
    assert.deepEqual([first.status, first.isReplay], [200, false])
    assert.deepEqual(second, { ...first, isReplay: true })
  })

  const others: readonly (readonly [string, FormData])[] = [
    ['a file that is longer', form('one', 'two and more')],
    ['a file that is shorter', form('one', 'tw')],
    ['bytes in another file', form('onet', 'wo')],
    ['one file more', form('one', 'two', '')],
  ]
  for (const [what, other] of others) {
    test(`422 with ${what}`, async () => {
      const key = randomUUID()
      await post(key, form('one', 'two'))
      const { status, code } = await post(key, other)
      assert.deepEqual([status, code], [422, 'idempotency_key_reused'])
    })
  }

  test('may be sent again after it was refused', async () => {
    const key = randomUUID()
    const refused = form('one')
    refused.set('kind', 'refuse')
    assert.equal((await post(key, refused)).status, 409)
    assert.deepEqual((await post(key, form('one'))).isReplay, false)
  })
})

describe('bytes with an Idempotency-Key', () => {
  const put = (key: string, body: string, search = '') => send('PUT', `${bytes.path}${search}`, key, body)

  test('are taken once', async () => {
    const key = randomUUID()
    const first = await put(key, 'some bytes')
    assert.deepEqual(await put(key, 'some bytes'), { ...first, isReplay: true })
    assert.equal((await put(key, 'other bytes')).code, 'idempotency_key_reused')
    assert.equal((await put(key, 'some bytes', '?at=2')).code, 'idempotency_key_reused')
  })

  test('that were cut off leave the key free', async () => {
    const key = randomUUID()
    const began = started
    const request = open(`${origin}${bytes.path}`, {
      method: 'PUT',
      headers: { 'x-api-key': 'member', 'idempotency-key': key, 'content-length': '100' },
    })
    request.on('error', () => undefined)
    request.write('half of ')
    await until(() => started > began, 'the handler')
    request.destroy()
    const again = await until(async () => {
      const response = await put(key, 'whole')
      return response.code === 'idempotency_key_in_use' ? null : response
    }, 'the key')
    assert.deepEqual([again!.status, again!.isReplay], [200, false])
  })
})
