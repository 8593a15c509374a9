import { readFileSync, writeFileSync } from 'node:fs'
import { type AppDeps, createApp } from '../src/app.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { openApiOf } from '../src/kernel/http/openapi.ts'
import { createLog } from '../src/kernel/log.ts'
import { apiInfo } from '../src/web.ts'

/** Writes openapi.json from the endpoint list; with `--check` it only says whether the file is stale. */
const path = new URL('../openapi.json', import.meta.url)

// Making the areas touches nothing outside; what they would use to work is therefore not needed to describe them.
const described = {
  clock: systemClock,
  newId: () => '',
  log: createLog({ level: 'silent', secrets: [] }),
  listener: { on: () => () => undefined, onReconnect: () => () => undefined },
  deriveKey: () => Buffer.alloc(32),
  readiness: [],
  publicUrl: new URL('http://localhost:4400'),
  listenHost: 'localhost',
  allowedOrigins: [],
  trustedProxies: null,
  rateLimitPerMinute: 600,
  creditsPerUsd: 1000,
  role: 'all',
} as unknown as AppDeps

const text = `${JSON.stringify(await openApiOf(createApp(described).endpoints, apiInfo), null, 2)}\n`

if (!process.argv.includes('--check')) writeFileSync(path, text)
else if (readFileSync(path, 'utf8') !== text) {
  console.error('server/openapi.json is stale: run npm run openapi')
  process.exitCode = 1
}
