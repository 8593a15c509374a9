import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { blankScanOf, imagePdfOf, scanOf } from '../../../src/areas/knowledge/parsers/testing.ts'
import { inLongRun } from '../../size.ts'
import { until } from '../../until.ts'
import { externalSettings } from '../external-database.ts'
import { apiKey, makeInstallation, type Server } from '../stoa.ts'

const installation = await makeInstallation({ after: (work) => after(work as () => Promise<void>) })
const shared = {
  ...(await externalSettings()),
  STOA_ALLOW_PRIVATE: '127.0.0.1/32',
  STOA_RATE_LIMIT: '1000000',
  LOG_LEVEL: 'fatal',
}
let servers = 0
const blobs = join(installation.directory, 'blobs')
mkdirSync(blobs)

/** Another node: it has the database and the files in common with the others. */
function start(): Promise<Server> {
  const directory = join(installation.directory, `node-${servers++}`)
  mkdirSync(directory, { mode: 0o700 })
  symlinkSync(blobs, join(directory, 'blobs'))
  return installation.start({ ...shared, STOA_DATA_DIR: directory })
}
const database = new pg.Pool({ connectionString: shared.DATABASE_URL, max: 1 })
// It is ended by force when the database is dropped.
database.on('error', () => undefined)
after(() => database.end())

/** A site of four pages, one of which is not sent until it may be, and a separate page. */
async function startSite() {
  const requests: string[] = []
  const waiting: ServerResponse[] = []
  let isOpen = false
  const links = ['a', 'b', 'c'].map((name) => `<a href="/site/${name}">to</a>`).join(' ')
  const server = createServer((request, response) => {
    const path = request.url!
    requests.push(path)
    if (!path.startsWith('/site/') && path !== '/page') return void response.writeHead(404).end()
    if (path === '/site/b' && !isOpen) return void waiting.push(response)
    response.setHeader('content-type', 'text/html')
    response.end(`<p>The walrus of ${path} sleeps.</p>${path === '/site/' ? links : ''}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    count: (path: string) => requests.filter((each) => each === path).length,
    isHeld: () => waiting.length > 0,
    open() {
      isOpen = true
      for (const response of waiting.splice(0)) response.destroy()
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Processes that a server has started to read documents. */
const parsersOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
        const isParser = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('parsers')
        return parent === pid && isParser ? [Number(name)] : []
      } catch {
        return []
      }
    })

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function upload(server: Server, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'scan.pdf')
  const response = await fetch(`${server.line.api}/file/upload/single/document`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: form,
  })
  return ((await response.json()) as { data: { id: string } }).data.id
}

type Stored = { sourceKey: string; status: string; progress: number; pageCount: number; chunkCount: number }

const pages = 12

test(
  'kill -9 during OCR and in the middle of a crawl, and a refresh that was due meanwhile: two servers do each once',
  inLongRun,
  async (t) => {
    const site = await startSite()
    t.after(site.stop)
    const first = await start()
    const base = '/knowledge/collections'
    const collection = `${base}/${(await first.call('POST', base, { name: 'Crashed' })).body.data.id}`
    const sources = async (server: Server): Promise<Stored[]> =>
      (await server.call('GET', `${collection}/sources`)).body.data
    const isReady = async (server: Server, count: number) => {
      const all = await sources(server)
      assert.ok(!all.some(({ status }) => status === 'failed'), JSON.stringify(all))
      return all.length === count && all.every(({ status }) => status === 'ready')
    }
    await first.call('POST', `${collection}/ingest/url`, { url: `${site.url}/page`, refreshEvery: '1h' })
    await until(() => isReady(first, 1), 'the page')
    await first.call('POST', `${collection}/ingest/url`, { url: `${site.url}/site/`, mode: 'crawl' })
    // The crawl stays where it is; the pages of a scan are read within seconds.
    await until(site.isHeld, 'the crawl to be in progress')
    const scans = Array.from({ length: pages }, (_, i) => (i % 6 === 0 ? scanOf() : blankScanOf()))
    const fileId = await upload(first, imagePdfOf(scans))
    await first.call('POST', `${collection}/ingest/file`, { fileId })
    await until(async () => {
      const file = (await sources(first)).find(({ sourceKey }) => sourceKey === `file:${fileId}`)
      return file?.status === 'parsing' && parsersOf(first.pid).length >= 2
    }, 'OCR to be in progress')
    const parsers = parsersOf(first.pid)
    await first.stop('SIGKILL')
    await until(() => !parsers.some(isRunning), 'its parsers to end with it')
    await database.query(
      `update run_schedule set next_at = now() - interval '1 hour' where kind = 'knowledge.refresh'`,
    )
    site.open()

    const [one, other] = [await start(), await start()]
    await until(() => isReady(one, 7), 'all sources', 180_000)
    assert.deepEqual(await sources(other), await sources(one))
    const file = (await sources(one)).find(({ sourceKey }) => sourceKey === `file:${fileId}`)!
    assert.equal(file.pageCount, pages)
    const { rows: chunks } = await database.query<{ all: number; once: number }>(
      `select count(*)::int as all, count(distinct (c.source_no, c.ordinal))::int as once
     from knowledge_chunk c join knowledge_source s
       on s.collection_id = c.collection_id and s.no = c.source_no and s.live_revision = c.revision`,
    )
    assert.equal(chunks[0]!.all, chunks[0]!.once, 'no chunk is there twice')
    const { data: entries } = (await one.call('GET', '/usage?type=knowledge&limit=100')).body
    const settled = entries.filter(({ status }: { status: string }) => status === 'settled')
    assert.equal(settled.length, 6, 'the page, four of the crawl and the scan are paid for once')

    const refreshes = async () => {
      const { rows } = await database.query<{ status: string; slot: string }>(
        `select status, input->'schedule'->>'slotAt' as slot from run where kind = 'knowledge.refresh'`,
      )
      return rows
    }
    for (const ago of ['3 hours', '2 hours', '1 hour']) {
      await database.query(
        `update run_schedule set next_at = now() - $1::interval where kind = 'knowledge.refresh'`,
        [ago],
      )
      await database.query(`select pg_notify('stoa_run_schedule', '')`)
      await until(async () => {
        const { rows } = await database.query(
          `select 1 from run_schedule where kind = 'knowledge.refresh' and next_at > now()`,
        )
        const runs = await refreshes()
        return rows.length === 1 && runs.length > 0 && runs.every(({ status }) => status === 'succeeded')
      }, 'the refresh')
    }
    const runs = await refreshes()
    assert.equal(new Set(runs.map(({ slot }) => slot)).size, runs.length, 'one refresh for each slot')
    assert.equal(site.count('/page'), 1 + runs.length)
    for (const server of [one, other]) assert.equal((await server.stop()).code, 0)
  },
)
