import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type pg from 'pg'
import { embeddedPaths, joinEmbedded } from '../server/src/kernel/db/embedded/index.ts'

export type Product = {
  url: string
  apiKey: string
  pid: number
  /** Leads to the embedded database, which stays up as long as the product. */
  database: pg.ClientConfig
  /** The first process of the database server. */
  databasePid: number
  /** Another project beside the first, by its key. */
  newProject(name: string): Promise<string>
}

const commandLine = new URL('../server/bin/stoa.mjs', import.meta.url)
const run = promisify(execFile)
const startsWithinMs = 60_000

/**
 * The product as users run it: a separate process on an empty data directory. What it prints goes to a file, since
 * a reader at the other end of a pipe would take part in the race.
 */
export async function startProduct(
  cleanup: AsyncDisposableStack,
  environment: Record<string, string> = {},
  program: URL = commandLine,
): Promise<Product> {
  const { dataDir, newProject, ...server } = await startServer(cleanup, environment, program)
  const embedded = await joinEmbedded({ dataDir, onNotice: () => undefined })
  cleanup.defer(embedded.leave)
  return { ...server, newProject, database: embedded.settings, databasePid: postmasterPid(dataDir) }
}

/** The first process of the embedded database. */
export const postmasterPid = (dataDir: string): number =>
  Number(readFileSync(join(embeddedPaths(dataDir).cluster, 'postmaster.pid'), 'utf8').split('\n')[0])

/** The server alone, on whatever database the environment names. */
export async function startServer(
  cleanup: AsyncDisposableStack,
  environment: Record<string, string>,
  program: URL = commandLine,
  flags: readonly string[] = ['--no-supervise'],
) {
  const directory = await mkdtemp(join(tmpdir(), 'stoa-bench-'))
  cleanup.defer(() => rm(directory, { recursive: true, force: true }))
  const dataDir = join(directory, 'data')
  const output = join(directory, 'log.jsonl')
  const apiKey = `stoa_${randomBytes(24).toString('base64url')}`
  const file = openSync(output, 'w')
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    STOA_DATA_DIR: dataDir,
    STOA_API_KEY: apiKey,
    STOA_RATE_LIMIT: '10000000',
    ...environment,
  }
  const child = spawn(process.execPath, [fileURLToPath(program), 'start', ...flags, '--json'], {
    cwd: directory,
    env,
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  const ended = once(child, 'exit')
  cleanup.defer(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const api = await startLine(output, () => child.exitCode)
  return {
    url: new URL(api).origin,
    apiKey,
    pid: child.pid!,
    dataDir,
    async newProject(name: string) {
      const words = [fileURLToPath(commandLine), 'project', 'create', name, '--json']
      const { stdout } = await run(process.execPath, words, { cwd: directory, env })
      return (JSON.parse(stdout) as { apiKey: string }).apiKey
    },
  }
}

/** Waits for the line that says where the product can be reached. */
async function startLine(output: string, exitCode: () => number | null): Promise<string> {
  const until = Date.now() + startsWithinMs
  while (Date.now() < until) {
    if (exitCode() !== null) throw new Error(`the product did not start:\n${readFileSync(output, 'utf8')}`)
    const line = readFileSync(output, 'utf8')
      .split('\n')
      .find((each) => each.startsWith('{"version"'))
    if (line !== undefined) return (JSON.parse(line) as { api: string }).api
    await pause(50)
  }
  throw new Error(`the product did not start within ${startsWithinMs / 1000} s`)
}

/** The id of the only project of a new installation. */
export async function onlyProjectOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from project')
  return rows[0]!.id
}

/** Makes users in bulk, with everything that the API would give them. */
export async function seedUsers(client: pg.Client, projectId: string, count: number): Promise<void> {
  await client.query(
    `insert into external_user (project_id, id, name, source, is_active, metadata, profile_summary,
                                last_seen_at, created_at, updated_at)
     select $1, gen_random_uuid(), 'user-' || md5(i::text) || '@example.com',
            (array['username', 'embed_visitor', 'trigger_thread', 'project_runtime'])[1 + i % 4], i % 10 <> 0,
            case when i % 3 = 0 then '{}'::jsonb
                 else jsonb_build_object('channel', (array['telegram', 'whatsapp', 'web', 'email'])[1 + i % 4]) end,
            case when i % 2 = 0 then 'Prefers answers of kind ' || i % 500 end,
            case when i % 5 <> 0 then now() - i * interval '1 minute' end,
            now() - i * interval '1 minute', now()
     from generate_series(1, $2::int) i`,
    [projectId, count],
  )
  await client.query(
    `insert into external_user_stats (project_id, external_user_id, agent_count, workflow_count,
                                      knowledge_storage_kb, database_storage_kb, storage_used_kb, connection_count)
     select project_id, id, random() * 5, random() * 20, random() * 1000, random() * 1000, random() * 2000, random() * 4
     from external_user where project_id = $1 on conflict do nothing`,
    [projectId],
  )
}
