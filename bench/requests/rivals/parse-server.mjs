import { createServer } from 'node:http'
import express from 'express'

// It reads this when it is loaded: no directory of log files beside the benchmark.
process.env.PARSE_SERVER_LOGS_FOLDER = 'null'
// Its notices about defaults of later versions would bury the tables.
process.stdout.write = () => true
const { ParseServer } = await import('parse-server')
const { PostgresStorageAdapter } = await import(
  'parse-server/lib/Adapters/Storage/Postgres/PostgresStorageAdapter.js'
)

const appId = 'bench'
const restAPIKey = 'bench-key'
const classPath = '/parse/classes/bench'
const documents = '/api/v1/table/collections/bench/documents'
const all = { '*': true }
const schema = {
  className: 'bench',
  fields: {
    name: { type: 'String' },
    status: { type: 'String' },
    note: { type: 'String' },
    score: { type: 'Number' },
  },
  classLevelPermissions: { find: all, get: all, create: all, update: all, count: all },
}

// No scenario has files; it only does not start without an adapter for them.
const unused = () => Promise.reject(new Error('files are not part of the benchmark'))
const filesAdapter = { createFile: unused, deleteFile: unused, getFileData: unused, getFileLocation: unused }

async function open({ database: { host, user, password = '', database }, ids, document }) {
  const uri = `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}`
  const databaseAdapter = new PostgresStorageAdapter({ uri, databaseOptions: { host, max: 10 } })
  const server = new ParseServer({
    appId,
    databaseAdapter,
    filesAdapter,
    restAPIKey,
    masterKey: 'bench-master',
    serverURL: 'http://127.0.0.1:1/parse',
    allowCustomObjectId: true,
    logLevel: 'error',
    logsFolder: null,
    silent: true,
    schema: { definitions: [schema] },
  })
  await server.start()
  await databaseAdapter._client.none(
    `insert into "bench" ("objectId", "createdAt", "updatedAt", name, status, note, score)
     select id, now(), now(), d->>'name', d->>'status', d->>'note', (d->>'score')::numeric
     from unnest($1::text[]) id, (select $2::jsonb as d) document`,
    [ids, document],
  )
  const app = express().use('/parse', server.app)
  /** The same requests as for the others: only path, method and the names of the headers are those of this API. */
  return createServer((request, response) => {
    const rest = request.url.slice(documents.length)
    request.url = rest.startsWith('/')
      ? `${classPath}${rest}`
      : `${classPath}${rest}${rest ? '&order=-objectId' : ''}`
    if (request.method === 'PATCH') request.method = 'PUT'
    request.headers['x-parse-application-id'] = appId
    request.headers['x-parse-rest-api-key'] = restAPIKey
    app(request, response)
  })
}

process.on('message', async (settings) => {
  try {
    const server = await open(settings)
    // Connections stay open while others are measured.
    server.keepAliveTimeout = 0
    server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }))
  } catch (error) {
    process.send({ fault: String(error?.stack ?? error) })
  }
})
