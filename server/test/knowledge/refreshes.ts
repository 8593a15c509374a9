import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { notify } from '../../src/kernel/db/listen.ts'
import { scopeOfRun } from '../../src/kernel/runs/run-scope.ts'
import { startTestApp } from '../harness.ts'
import { until } from '../until.ts'

type Page = { html: string; etag?: string; lastModified?: string; status?: number }
type SiteRequest = { path: string; status: number; ifNoneMatch: string | undefined }
export type As = Record<string, string>

export const base = '/api/v1/knowledge/collections'
export const tides = '<h1>Tides</h1><p>High tide is at noon.</p>'

/** A site whose pages a test sets, and the requests that it got; both are empty before every test. */
async function startSite() {
  const pages = new Map<string, Page>()
  const requests: SiteRequest[] = []
  function respond({ url, headers }: IncomingMessage, response: ServerResponse): void {
    const page = pages.get(url!)
    const { etag, lastModified, status = 200 } = page ?? {}
    const isKnown = etag
      ? headers['if-none-match'] === etag
      : lastModified !== undefined && headers['if-modified-since'] === lastModified
    const code = !page ? 404 : status !== 200 ? status : isKnown ? 304 : 200
    requests.push({ path: url!, status: code, ifNoneMatch: headers['if-none-match'] })
    response.writeHead(code, {
      'content-type': 'text/html',
      ...(etag ? { etag } : {}),
      ...(lastModified ? { 'last-modified': lastModified } : {}),
    })
    response.end(
      code === 200
        ? `<!doctype html><html><head><title>T</title></head><body>${page!.html}</body></html>`
        : '',
    )
  }
  const site = createServer(respond).listen(0, '127.0.0.1')
  await once(site, 'listening')
  beforeEach(() => {
    pages.clear()
    requests.length = 0
  })
  return {
    pages,
    requests,
    origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    stop() {
      site.closeAllConnections()
      site.close()
    },
  }
}

/** The product with a project and a site, and what refreshes of its sources are started and watched with. */
export async function startRefreshTests() {
  const app = await startTestApp({
    allowPrivate: '127.0.0.1/32',
    knowledge: { crawlDelayMs: 0, fetchTimeoutMs: 5_000 },
  })
  const { stop, ...site } = await startSite()
  const project = await app.newProject()
  app.app.runs.start()
  after(async () => {
    stop()
    await app.app.runs.stop(0)
    await app.stop()
  })

  async function newSource(body: object, as: As = {}) {
    const { body: created } = await project.admin.post(base, { name: randomUUID() }, as)
    const url = `${base}/${created.data.id}`
    const response = await project.admin.post(`${url}/ingest/url`, body, as)
    assert.equal(response.status, 200, response.text)
    const path = `${url}/sources/${encodeURIComponent(response.body.data.sourceKey)}`
    const get = async () => (await project.admin.get(path, as)).body.data
    const settled = () =>
      until(async () => {
        const source = await get()
        return ['ready', 'failed'].includes(source.status) && source
      }, 'the source to settle')
    const search = async (query: string) =>
      (await project.admin.post(`${url}/search`, { query }, as)).body.data.map(
        ({ text }: { text: string }) => text,
      )
    await settled()
    site.requests.length = 0
    return { id: created.data.id as string, url, path, get, settled, search }
  }

  const scheduleOf = async ({ id }: { id: string }): Promise<string | null> => {
    const [row] = await app.db.rows<{ id: string | null }>(
      sql`select schedule_id as id from knowledge_source where collection_id = ${id} and schedule_id is not null`,
    )
    return row?.id ?? null
  }

  const ended = async (runId: string) => {
    const run = await until(async () => {
      const found = await app.app.runs.find(app.db, project.scope, runId)
      return found && ['succeeded', 'failed'].includes(found.status) ? found : undefined
    }, 'the refresh to end')
    assert.ok(run)
    return { status: run.status, outcome: (run.output as { outcome: string } | null)?.outcome }
  }

  /** What the schedule starts at a slot. */
  async function slot(web: { id: string }) {
    const { scope, ...schedule } = (await app.app.runs.schedules.find(
      app.db,
      project.scope,
      (await scheduleOf(web))!,
    ))!
    const owner = { project_id: project.id, external_user_id: schedule.externalUserId, scope }
    const input = { schedule: { id: schedule.id, slotAt: schedule.nextAt }, input: schedule.input }
    const run = { kind: schedule.kind, input }
    return ended(await app.db.tx((tx) => app.app.runs.enqueue(tx, scopeOfRun(owner), run)))
  }

  return {
    app,
    project,
    ...site,
    newSource,
    scheduleOf,
    ended,
    slot,
    /** Makes a slot of the past hour due, and has it found. */
    comeNow: (scheduleId: string) =>
      app.db.tx(async (tx) => {
        await tx.rows(
          sql`update run_schedule set next_at = now() - interval '1 hour' where id = ${scheduleId}`,
        )
        await notify(tx, 'stoa_run_schedule', '')
      }),
    entries: async () =>
      (await project.admin.get('/api/v1/usage?type=knowledge&limit=100')).body.total as number,
  }
}
