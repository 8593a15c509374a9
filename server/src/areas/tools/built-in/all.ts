import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { JsonSchemas } from '../../../kernel/json-schema/json-schemas.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { Sandboxes as SandboxEngine } from '../../../kernel/sandbox/sandboxes.ts'
import type { Files } from '../../files/index.ts'
import type { Tables } from '../../tables/index.ts'
import type { HumanRequests } from '../service/human-requests.ts'
import { cryptoToolkit } from './crypto.ts'
import { csvToolkit } from './csv.ts'
import { createDatetimeToolkit } from './datetime.ts'
import { encodingToolkit } from './encoding.ts'
import { createFileToolkit } from './file.ts'
import { createHttpToolkit } from './http.ts'
import { createHumanToolkit } from './human.ts'
import { createJsonToolkit } from './json.ts'
import { markdownToolkit } from './markdown.ts'
import { mathToolkit } from './math.ts'
import { regexToolkit } from './regex.ts'
import { createSandboxToolkit } from './sandbox.ts'
import { sleepToolkit } from './sleep.ts'
import { createTableToolkit } from './table.ts'
import { textToolkit } from './text.ts'
import type { BuiltInToolkit } from './tool.ts'
import { createWebhookToolkit } from './webhook.ts'

export type BuiltInDeps = {
  db: Db
  clock: Clock
  outbound: Outbound
  schemas: JsonSchemas
  engine: Pick<SandboxEngine, 'run'>
  files: Files
  tables: Tables
  requests: HumanRequests
}

export const builtInToolkits = (deps: BuiltInDeps): BuiltInToolkit[] => [
  createHttpToolkit(deps),
  createJsonToolkit(deps),
  textToolkit,
  createDatetimeToolkit(deps),
  mathToolkit,
  csvToolkit,
  cryptoToolkit,
  encodingToolkit,
  regexToolkit,
  markdownToolkit,
  createTableToolkit(deps),
  createFileToolkit(deps),
  createSandboxToolkit(deps),
  createWebhookToolkit(deps),
  sleepToolkit,
  createHumanToolkit(deps),
]
