import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { type ApiResponse, startTestApp, type TestProject } from '../../../../test/harness.ts'
import { AppError } from '../../../kernel/errors.ts'
import { anthropicErrors } from './anthropic/error-form.ts'
import { openAiErrors } from './openai/error-form.ts'

const app = await startTestApp()
const limited = await startTestApp({ rateLimitPerMinute: 1 })
after(async () => {
  await app.stop()
  await limited.stop()
})
let project: TestProject
before(async () => {
  project = await app.newProject()
})

type Case = { title: string; status: number; ask(root: string, post: string): Promise<ApiResponse> }

const json = { 'content-type': 'application/json' }
const cases: Case[] = [
  { title: 'an unknown path', status: 404, ask: (root) => project.member.get(`${root}/no/such?x=1`) },
  { title: 'the root', status: 404, ask: (root) => project.member.get(root) },
  { title: 'a wrong method', status: 405, ask: (_, post) => project.member.delete(post) },
  { title: 'bad JSON', status: 400, ask: (_, post) => project.member.post(post, '{"model": ', json) },
  {
    title: 'no JSON',
    status: 415,
    ask: (_, post) => project.member.post(post, 'x', { 'content-type': 'text/csv' }),
  },
  { title: 'a broken escape', status: 400, ask: (root) => project.member.get(`${root}/%zz`) },
  {
    title: 'a body that is too large',
    status: 413,
    ask: (_, post) => project.member.post(post, JSON.stringify({ x: 'x'.repeat(13 * 1024 * 1024) }), json),
  },
  {
    title: 'a key that is not known',
    status: 401,
    ask: (_, post) => project.member.post(post, {}, { 'x-api-key': 'nope', authorization: 'Bearer nope' }),
  },
  { title: 'a body that does not fit', status: 400, ask: (_, post) => project.member.post(post, {}) },
  {
    title: 'too many requests',
    status: 429,
    async ask(_, post) {
      const { member } = await limited.newProject()
      await member.post(post, {})
      await member.post(post, {})
      return member.post(post, {})
    },
  },
]

const forms = [
  {
    name: 'OpenAI',
    root: '/api/v1/openai',
    post: '/api/v1/openai/chat/completions',
    check(body: ApiResponse['body']) {
      assert.deepEqual(Object.keys(body), ['error'])
      for (const field of ['message', 'type', 'code']) assert.equal(typeof body.error[field], 'string')
      assert.ok(body.error.param === null || typeof body.error.param === 'string')
    },
  },
  {
    name: 'Anthropic',
    root: '/api/v1/anthropic',
    post: '/api/v1/anthropic/v1/messages',
    check(body: ApiResponse['body']) {
      assert.deepEqual(Object.keys(body).sort(), ['error', 'request_id', 'type'])
      assert.equal(body.type, 'error')
      for (const field of ['message', 'type']) assert.equal(typeof body.error[field], 'string')
    },
  },
]

for (const { name, root, post, check } of forms)
  describe(`errors in the format of ${name}`, () => {
    for (const { title, status, ask } of cases)
      test(`${status} for ${title}`, async () => {
        const response = await ask(root, post)
        assert.equal(response.status, status, response.text)
        check(response.body)
      })
  })

test('the clients read them: a call that this server does not have is not found', async () => {
  const base = await app.listen()
  const options = { apiKey: project.memberKey, maxRetries: 0 }
  const openai = new OpenAI({ ...options, baseURL: `${base}/api/v1/openai` })
  await assert.rejects(openai.fineTuning.jobs.list(), OpenAI.NotFoundError)
  const anthropic = new Anthropic({ ...options, baseURL: `${base}/api/v1/anthropic` })
  await assert.rejects(
    anthropic.messages.batches.retrieve('x'),
    (error: unknown) => error instanceof Anthropic.NotFoundError && error.type === 'not_found_error',
  )
})

test('a path near none of the interface names no page of the dashboard', async () => {
  const { body } = await project.member.post('/api/v1/anthropic/messages', {})
  assert.match(body.error.message, /Did you mean \/api\/v1\/anthropic\/v1\/messages,/)
  assert.doesNotMatch(body.error.message, /\.css/)
})

test('other paths keep our own form', async () => {
  for (const path of ['/api/v1/openai-compatible', '/api/v1/nothing']) {
    const { status, body } = await project.member.get(path)
    assert.deepEqual([status, body.success, body.error.code], [404, false, 'route_not_found'])
  }
})

test('a message that ends with a full stop gets no second one before its hint', () => {
  const error = new AppError('upstream_error', 'api.example.com broke off the exchange.', {
    hint: 'Try again.',
  })
  for (const form of [anthropicErrors, openAiErrors])
    assert.match(JSON.stringify(form.bodyOf(error, 'request-1')), /broke off the exchange\. Try again\./)
})
