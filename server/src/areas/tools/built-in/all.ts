import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { JsonSchemas } from '../../../kernel/json-schema/json-schemas.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { Browsers } from '../../browsers/index.ts'
import type { Files } from '../../files/index.ts'
import type { Knowledge } from '../../knowledge/index.ts'
import type { Sandboxes } from '../../sandboxes/index.ts'
import type { Tables } from '../../tables/index.ts'
import type { HumanRequests } from '../service/human-requests.ts'
import { createBrowserToolkit } from './effects/browser.ts'
import { createFileToolkit } from './effects/file.ts'
import { createHttpToolkit } from './effects/http.ts'
import { createHumanToolkit } from './effects/human.ts'
import { createKnowledgeToolkit } from './effects/knowledge.ts'
import { createSandboxToolkit } from './effects/sandbox.ts'
import { sleepToolkit } from './effects/sleep.ts'
import { createTableToolkit } from './effects/table.ts'
import { createWebhookToolkit } from './effects/webhook.ts'
import type { BuiltInToolkit } from './tool.ts'
import { cryptoToolkit } from './transform/crypto.ts'
import { csvToolkit } from './transform/csv.ts'
import { createDatetimeToolkit } from './transform/datetime.ts'
import { encodingToolkit } from './transform/encoding.ts'
import { createJsonToolkit } from './transform/json.ts'
import { markdownToolkit } from './transform/markdown.ts'
import { mathToolkit } from './transform/math.ts'
import { regexToolkit } from './transform/regex.ts'
import { textToolkit } from './transform/text.ts'

export type BuiltInDeps = {
  db: Db
  clock: Clock
  outbound: Outbound
  schemas: JsonSchemas
  sandboxes: Sandboxes
  browsers: Browsers
  files: Files
  tables: Tables
  knowledge: Knowledge
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
  createKnowledgeToolkit(deps),
  createSandboxToolkit(deps),
  createBrowserToolkit(deps),
  createWebhookToolkit(deps),
  sleepToolkit,
  createHumanToolkit(deps),
]
