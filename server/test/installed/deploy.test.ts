import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { startFakeS3 } from '../fakes/s3.ts'
import { createExternalDatabase } from '../process/external-database.ts'
import { apiKey, makeInstallation } from '../process/stoa.ts'

/** There is no Docker and no systemd in a test: what the files in `deploy` describe is read, and done without them. */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const run = promisify(execFile)

type Variables = Record<string, string>

const settings = new Set([...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name]) => name!))
// Of Node itself.
const isKnown = (name: string): boolean => name === 'NODE_ENV' || settings.has(name)

/** The instructions of the last stage, with lines that are continued put together. */
function readDockerfile() {
  const lines = read('deploy/Dockerfile').replaceAll('\\\n', ' ').split('\n')
  const all = lines.flatMap((line) => {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    return name ? [{ name, rest: rest! }] : []
  })
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'))
  const only = (name: string): string => {
    const found = last.filter((each) => each.name === name)
    assert.equal(found.length, 1, name)
    return found[0]!.rest
  }
  return {
    only,
    env: readPairs(only('ENV')),
    command: JSON.parse(only('CMD')) as string[],
    healthcheck: JSON.parse(only('HEALTHCHECK').replace(/^.*? CMD /, '')) as string[],
  }
}

const readPairs = (text: string): Variables =>
  Object.fromEntries(text.split(' ').map((pair) => pair.split('=') as [string, string]))

type Service = {
  environment?: Variables
  ports?: string[]
  volumes?: string[]
  depends_on?: string[] | Record<string, object>
  stop_grace_period?: string
}
const compose = parse(read('deploy/compose.yaml')) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}

/** As Compose fills in `${NAME}`, `${NAME:-default}` and `${NAME:?what to do}`. */
const filledIn = (text: string, values: Variables): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) => {
    if (values[name]) return values[name]
    assert.equal(kind, '-', `${name} has to be set`)
    return rest
  })

/** The server as the image starts it, with these variables. */
async function start(t: TestContext, command: readonly string[], env: Variables) {
  assert.deepEqual(command, ['stoa', 'start', '--no-supervise'])
  const installation = await makeInstallation(t)
  const own = { STOA_API_KEY: apiKey, STOA_DATA_DIR: installation.dataDir, PORT: '0' }
  return installation.start({ ...env, ...own })
}

async function checkFiles(server: Awaited<ReturnType<typeof start>>): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt')
  const headers = { 'x-api-key': apiKey }
  const uploaded = await fetch(`${server.line.api}/file/upload/single/document`, {
    method: 'POST',
    headers,
    body: form,
  })
  const { data } = (await uploaded.json()) as { data: { url: string } }
  assert.equal(uploaded.status, 200, JSON.stringify(data))
  const downloaded = await fetch(new URL(data.url, server.line.api), { headers })
  assert.equal(await downloaded.text(), 'hello')
}

test('what the image and the compose file describe runs: PostgreSQL, an S3-compatible store, the health check', async (t) => {
  const image = readDockerfile()
  const { stoa, postgres, s3 } = compose.services
  const s3Server = await startFakeS3('stoa')
  t.after(() => s3Server.stop())
  const database = new URL(await createExternalDatabase())
  const secrets = {
    POSTGRES_PASSWORD: 'secret-of-the-database',
    S3_SECRET_KEY: s3Server.secretAccessKey,
    STOA_SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const environment = Object.fromEntries(
    Object.entries({ ...image.env, ...stoa!.environment }).map(([name, text]) => [
      name,
      filledIn(text, secrets),
    ]),
  )
  assert.deepEqual(
    Object.keys(environment).filter((name) => !isKnown(name)),
    [],
  )
  // The names of the other services are those of their hosts, and what they are started with is what is sent to them.
  const url = new URL(environment.DATABASE_URL!)
  const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = postgres!.environment!
  assert.deepEqual(
    [url.hostname, url.username, url.pathname, url.password],
    ['postgres', POSTGRES_USER, `/${POSTGRES_DB}`, filledIn(POSTGRES_PASSWORD!, secrets)],
  )
  assert.match(environment.STOA_BLOBS!, /^s3:\/\/stoa\?endpoint=http:\/\/s3:9000$/)
  assert.equal(s3!.environment!.MINIO_ROOT_USER, environment.AWS_ACCESS_KEY_ID)

  const { STOA_PUBLIC_URL, ...others } = environment
  assert.equal(STOA_PUBLIC_URL, `http://127.0.0.1:${image.env.PORT}`)

  // On any free port, so that its public URL is another one.
  const server = await start(t, image.command, {
    ...others,
    DATABASE_URL: database.href,
    STOA_BLOBS: environment.STOA_BLOBS!.replace('http://s3:9000', s3Server.endpoint),
    AWS_ACCESS_KEY_ID: s3Server.accessKeyId,
  })
  await checkFiles(server)
  const { port } = new URL(server.line.api)
  assert.equal(image.only('EXPOSE'), image.env.PORT)
  const [program, ...args] = image.healthcheck
  assert.equal(program, 'node')
  await run(process.execPath, args, { env: { PORT: port } })
  const { code } = await server.stop()
  assert.equal(code, 0)
  await assert.rejects(run(process.execPath, args, { env: { PORT: port } }), { code: 1 })
})

test('the build stage of the image runs scripts that exist, and the image takes the folder that it packs into', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Variables }
  const dockerfile = read('deploy/Dockerfile').replaceAll('\\\n', ' ')
  const [, script, folder] = /npm run --silent (\w+) -- (\S+)/.exec(dockerfile)!
  assert.equal(scripts[script!], 'node server/scripts/build/pack.ts')
  assert.ok(dockerfile.includes(`COPY --from=build ${folder}/ ${folder}/`))
  assert.match(dockerfile, new RegExp(`npm install --global .* ${folder}/\\*\\.tgz`))
  // What is built on the machine of the operator is for another system, or of another version.
  const ignored = read('.dockerignore').split('\n')
  for (const name of ['**/node_modules', '**/dist', '.env', 'data']) assert.ok(ignored.includes(name), name)
})

test('the image needs no root, and what it stores is in volumes that exist', () => {
  const image = readDockerfile()
  assert.equal(image.only('USER'), 'node')
  assert.equal(image.only('VOLUME'), image.env.STOA_DATA_DIR)
  for (const [name, { volumes = [], depends_on: needed = [] }] of Object.entries(compose.services)) {
    for (const volume of volumes) assert.ok(volume.split(':')[0]! in compose.volumes, `${name}: ${volume}`)
    for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
      assert.ok(other in compose.services, `${name} needs ${other}`)
  }
  // Who opens it to a network has decided so.
  assert.deepEqual(compose.services.stoa!.ports, ['127.0.0.1:4400:4400'])
})

test('what the systemd unit describes runs, and stops in time', async (t) => {
  const unit = new Map(
    [...read('deploy/stoa.service').matchAll(/^([A-Z]\w+)=(.*)$/gm)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  )
  const environment = readPairs(unit.get('Environment')!)
  assert.deepEqual(
    Object.keys(environment).filter((name) => !isKnown(name)),
    [],
  )
  assert.equal(environment.STOA_DATA_DIR, `/var/lib/${unit.get('StateDirectory')}`)
  assert.equal(unit.get('WorkingDirectory'), environment.STOA_DATA_DIR)
  const [program, ...command] = unit.get('ExecStart')!.split(' ')
  assert.equal(program, '/usr/bin/env')
  const server = await start(t, command, environment)
  await checkFiles(server)
  assert.equal((await server.stop()).code, 0)
})
