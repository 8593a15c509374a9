import { createHash, randomUUID } from 'node:crypto'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import pg from 'pg'
import { benchCollection } from '../requests/scenarios.ts'

/**
 * What a developer would write who needed only these calls: the same statements as the product, and nothing of
 * what it does around them. No checks of input or output, no limits, no log, no figures, no sealing.
 */
type Key = { project_id: string; id: string; account_id: string | null }
type NewUser = { name: string; metadata: object }

const hash = (text: string, encoding: 'hex' | 'base64url' = 'hex') =>
  createHash('sha256').update(text).digest(encoding)

const statements = {
  key: `
    select project_id, id, account_id, role, scopes, allowed_ips, hash, old_hash, old_hash_until, expires_at,
           revoked_at, last_used_at
    from api_key where hash = $1 or old_hash = $1`,
  profile: `
    select a.id as account_id, a.email, a.name as account_name, a.avatar_url, a.locale, a.created_at as account_created_at,
           p.name as project_name, p.slug as project_slug, p.created_at as project_created_at,
           k.id as key_id, k.name as key_name, k.prefix as key_prefix, k.scopes as key_scopes, k.role as key_role,
           k.expires_at as key_expires_at, k.last_used_at as key_last_used_at
    from project p
    left join api_key k on k.project_id = p.id and k.id = $1
    left join account a on a.id = $2
    where p.id = $3`,
  page: `
    select u.id, u.name, u.source, u.is_active, u.channel, u.profile_summary, u.avatar_url, u.metadata, u.verified_email,
           u.verified_phone, u.identity_sources, u.added_by_workflow_ids, u.last_seen_at, u.created_at, u.version,
           s.agent_count, s.workflow_count, s.knowledge_storage_kb, s.database_storage_kb, s.storage_used_kb,
           s.connection_count, coalesce(c.micro_credits, 0)::text as micro_credits,
           (select count(*)::int from external_user where project_id = $1) as total
    from (select u.* from external_user u where u.project_id = $1
          order by u.created_at asc, u.id asc limit $2 offset $3) u
    join external_user_stats s on s.project_id = u.project_id and s.external_user_id = u.id
    left join lateral (select sum(used_micro) as micro_credits from (
                         select used_micro from usage_user_total where project_id = $1 and external_user_id = u.id
                         union all
                         select used_micro from usage_unrolled where project_id = $1 and external_user_id = u.id) e
                      ) c on true
    order by u.created_at asc, u.id asc`,
  claim: `
    insert into idempotency_key (project_id, id, request_hash, created_at, expires_at)
    values ($1, $2, $3, now(), now() + interval '1 day') on conflict do nothing returning id`,
  user: `
    insert into external_user (project_id, id, name, source, metadata, identity_sources, created_at, updated_at)
    values ($1, $2, $3, 'username', $4, '{api}', now(), now())
    on conflict (project_id, name) do nothing returning *`,
  stats: 'insert into external_user_stats (project_id, external_user_id) values ($1, $2) returning *',
  audit: `
    insert into audit_entry (project_id, id, actor_kind, actor_id, account_id, action, target_type, target_id, details,
                             ip, request_id, created_at)
    values ($1, $2, 'key', $3, $4, 'external_user.created', 'external_user', $5, $6, $7, $8, now())`,
  document:
    'select id, data, version, created_at, updated_at from plain_document where project_id = $1 and id = $2',
  documents: `
    select id, data, version, created_at, updated_at from plain_document where project_id = $1
    order by id desc limit $2`,
  insertDocument: `
    insert into plain_document (project_id, id, data) values ($1, uuidv7(), $2)
    returning id, data, version, created_at, updated_at`,
  patchDocument: `
    update plain_document set data = data || $3, version = version + 1, updated_at = now()
    where project_id = $1 and id = $2 returning id, data, version, created_at, updated_at`,
  keep: 'update idempotency_key set status = 200, answer = $3 where project_id = $1 and id = $2',
}

process.once('message', ({ database }: { database: pg.ClientConfig }) => {
  const pool = new pg.Pool({ ...database, max: 10 })
  const server = Fastify()

  const query = async <Row extends object>(
    on: pg.Pool | pg.PoolClient,
    name: keyof typeof statements,
    values: unknown[],
  ): Promise<Row[]> => (await on.query<Row>({ name, text: statements[name], values })).rows

  async function authenticate(request: FastifyRequest): Promise<Key> {
    const [key] = await query<Key>(pool, 'key', [hash(String(request.headers['x-api-key']))])
    if (!key) throw new Error('unknown key')
    return key
  }

  server.get('/api/v1/users/profile', async (request, reply) => {
    const key = await authenticate(request)
    const [data] = await query(pool, 'profile', [key.id, key.account_id, key.project_id])
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ success: true, data }))
  })

  server.get<{ Querystring: { limit: string } }>('/api/v1/external-users', async (request, reply) => {
    const key = await authenticate(request)
    const limit = Number(request.query.limit)
    const data = await query<{ total: number }>(pool, 'page', [key.project_id, limit, 0])
    const response = { success: true, data, total: data[0]?.total, page: 1, limit }
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(response))
  })

  server.post<{ Body: NewUser }>('/api/v1/external-users', async (request, reply) => {
    const key = await authenticate(request)
    const client = await pool.connect()
    try {
      await client.query('begin')
      const response = await createOnce(client, key, request)
      await client.query('commit')
      return reply.type('application/json; charset=utf-8').send(response)
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  })

  const path = `/api/v1/table/collections/${benchCollection}/documents`
  const send = (reply: FastifyReply, data: unknown) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify({ success: true, data }))

  server.get<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const key = await authenticate(request)
    return send(reply, (await query(pool, 'document', [key.project_id, request.params.id]))[0])
  })

  server.get<{ Querystring: { limit: string } }>(path, async (request, reply) => {
    const key = await authenticate(request)
    return send(reply, await query(pool, 'documents', [key.project_id, Number(request.query.limit)]))
  })

  server.post(path, async (request, reply) => {
    const key = await authenticate(request)
    const values = [key.project_id, JSON.stringify(request.body)]
    return send(reply, (await query(pool, 'insertDocument', values))[0])
  })

  server.patch<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const key = await authenticate(request)
    const values = [key.project_id, request.params.id, JSON.stringify(request.body)]
    return send(reply, (await query(pool, 'patchDocument', values))[0])
  })

  async function createOnce(client: pg.PoolClient, key: Key, request: FastifyRequest<{ Body: NewUser }>) {
    const { name, metadata } = request.body
    const { project_id: projectId } = key
    const claimId = hash(`${key.id}\n${request.url}\n${request.headers['idempotency-key']}`, 'base64url')
    const claimed = await query(client, 'claim', [projectId, claimId, hash(JSON.stringify(request.body))])
    if (claimed.length === 0) throw new Error('key in use')
    const id = randomUUID()
    const [user] = await query(client, 'user', [projectId, id, name, JSON.stringify(metadata)])
    if (!user) throw new Error('name taken')
    const [stats] = await query(client, 'stats', [projectId, id])
    const details = JSON.stringify({ name })
    await query(client, 'audit', [
      projectId,
      randomUUID(),
      key.id,
      key.account_id,
      id,
      details,
      request.ip,
      request.id,
    ])
    const response = JSON.stringify({ success: true, data: { ...user, ...stats, created: true } })
    await query(client, 'keep', [projectId, claimId, response])
    return response
  }

  void server.listen({ host: '127.0.0.1', port: 0 }).then((url) => process.send!({ url }))
})
