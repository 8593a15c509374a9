import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

/**
 * What a developer would write who needed only to store webhooks: the secret by the hash of the token, the signature over
 * the bytes, one insert with a key against duplicates. Nothing is started by it.
 */
process.once('message', async ({ database, secret }: { database: pg.ClientConfig; secret: string }) => {
  const pool = new pg.Pool({ ...database, max: 10 })
  await pool.query(`
    create schema if not exists plain;
    create table plain.hook (token_hash text primary key, secret text not null);
    create table plain.hook_event (id uuid primary key, token_hash text not null, dedupe_key text not null, headers json not null,
      body bytea not null, at timestamptz not null, unique (token_hash, dedupe_key))`)
  const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('base64url')
  await pool.query({ text: 'insert into plain.hook values ($1, $2)', values: [hash('token'), secret] })
  const server = Fastify()
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.post<{ Params: { token: string }; Body: Buffer }>('/hooks/:token', async (request, reply) => {
    const tokenHash = hash(request.params.token)
    const { rows } = await pool.query<{ secret: string }>({
      name: 'hook',
      text: 'select secret from plain.hook where token_hash = $1',
      values: [tokenHash],
    })
    const expected = createHmac('sha256', rows[0]!.secret).update(request.body).digest()
    const received = Buffer.from(String(request.headers['x-signature']), 'hex')
    if (received.length !== expected.length || !timingSafeEqual(received, expected))
      return reply.code(401).send({})
    const invocationId = randomUUID()
    await pool.query({
      name: 'insert',
      text: 'insert into plain.hook_event values ($1, $2, $3, $4, $5, now())',
      values: [invocationId, tokenHash, hash(request.body), JSON.stringify(request.headers), request.body],
    })
    return reply.code(202).send({ invocationId })
  })
  process.send!({ url: await server.listen({ host: '127.0.0.1', port: 0 }) })
})
