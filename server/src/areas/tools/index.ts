import type { RetainedSince } from '../../kernel/area.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { ListDependants } from '../../kernel/dependants.ts'
import type { Events } from '../../kernel/events/events.ts'
import type { NewId } from '../../kernel/ids.ts'
import { createJsonSchemas } from '../../kernel/json-schema/json-schemas.ts'
import { createSchemaChecks } from '../../kernel/json-schema/schema-checks.ts'
import type { LostWork } from '../../kernel/leases/lost-work.ts'
import type { NodeLease } from '../../kernel/leases/node-lease.ts'
import type { Log } from '../../kernel/log.ts'
import type { Outbound } from '../../kernel/net/outbound.ts'
import type { Sealer } from '../../kernel/secrets/seal.ts'
import type { Audit } from '../audit/index.ts'
import type { Browsers } from '../browsers/index.ts'
import type { ExternalUsers } from '../external-users/index.ts'
import type { Files } from '../files/index.ts'
import type { Knowledge } from '../knowledge/index.ts'
import type { Sandboxes } from '../sandboxes/index.ts'
import type { Tables } from '../tables/index.ts'
import type { ToolSearch } from '../tool-search/index.ts'
import type { AccountSource, Toolkits } from '../toolkits/index.ts'
import type { Usage } from '../usage/index.ts'
import { builtInToolkits } from './built-in/all.ts'
import { createBuiltInProvider } from './built-in/provider.ts'
import { toolsManifest } from './manifest.ts'
import { toolkitOfAccount, toolkitsOfAuthConfigs } from './read-accounts.ts'
import { executeRoutes } from './routes/execute.ts'
import { fixtureRoutes, humanRoutes } from './routes/fixtures.ts'
import { optionRoutes } from './routes/options.ts'
import { teachRoutes } from './routes/teach.ts'
import { toolRoutes } from './routes/tools.ts'
import { createFinder, type Finder } from './service/catalogue/find-tool.ts'
import { createToolLists } from './service/catalogue/list-tools.ts'
import { createOwnTools } from './service/catalogue/own-tools.ts'
import { createSearcher, type Searcher } from './service/catalogue/search-tools.ts'
import { createToolIndex } from './service/catalogue/tool-index.ts'
import { createCustomRunner } from './service/custom/run-custom.ts'
import { createSealStored } from './service/custom/seal-stored.ts'
import { createRequestSealer } from './service/custom/sealed-request.ts'
import { createBatch } from './service/execution/batch.ts'
import { createExecute, type Executor } from './service/execution/execute.ts'
import { createExecuteAhead, type ExecuteAhead } from './service/execution/execute-ahead.ts'
import { createExecutions } from './service/execution/executions.ts'
import { createProxy } from './service/execution/proxy.ts'
import { createTraits } from './service/execution/traits.ts'
import { createFixtures, fixtureUserData } from './service/fixtures.ts'
import { createHumanRequests, questionUserData } from './service/human-requests.ts'
import { createLogs, executionUserData } from './service/logs.ts'
import { createOptions } from './service/options.ts'
import { createReplay } from './service/replay.ts'
import { createTeach } from './service/teach/to-tool.ts'
import { customTools, toolsOfToolkits } from './service/toolkit-extensions.ts'
import { createToolService } from './service/tools.ts'
import { deletePayloads, executionTable } from './store/execution.ts'
import { deleteOldQuestions } from './store/question.ts'

/**
 * What agents can do. Custom tools, built-in ones and those of every provider are found, searched and executed alike.
 * Arguments are checked before anything happens, credentials never enter a script, an argument or a log, and only what
 * succeeded is paid for, exactly once, whatever dies meanwhile.
 */
export type Tools = {
  execute: Executor['execute']
  executeAhead: ExecuteAhead
  traits: ReturnType<typeof createTraits>
  find: Finder['find']
  getVersion: Finder['getVersion']
  /** An area above says what stops without a tool, by its slug. */
  registerDependants(list: ListDependants): void
  /** For conversations that are deleted. */
  forgetPayloads: typeof deletePayloads
  /** Takes what `POST /api/v1/tools/search` takes. */
  search: Searcher['search']
}

export type { ExecutionResult } from './schema/execution.ts'
export type { AheadExecution } from './service/execution/execute-ahead.ts'
export type { ToolTraits } from './service/execution/traits.ts'

export type ToolsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  events: Events
  usage: Usage
  externalUsers: ExternalUsers
  files: Files
  tables: Tables
  knowledge: Knowledge
  toolkits: Toolkits
  /** Null where no area has accounts: then only tools without one, and calls that bring their own, can be executed. */
  accounts: AccountSource | null
  outbound: Outbound
  sandboxes: Sandboxes
  browsers: Browsers
  search: ToolSearch
  compute: Compute
  log: Log
  lease: NodeLease
  lostWork: LostWork
  sealer: Sealer
  maxConcurrentPerProject?: number
}

const defaultMaxConcurrent = 20

export function createTools(dependencies: ToolsDeps) {
  const { db, usage, toolkits, accounts } = dependencies
  const schemas = createJsonSchemas()
  const checks = createSchemaChecks(schemas, dependencies.compute)
  const requests = createHumanRequests(dependencies)
  const builtIn = createBuiltInProvider(builtInToolkits({ ...dependencies, schemas, requests }), dependencies)
  toolkits.registerProvider(builtIn)
  const finder = createFinder({
    toolkits,
    slugOf: dependencies.search.findById,
    searchSlugs: (scope, words) => searcher.slugsNear(scope, words),
  })
  const requestSealer = createRequestSealer(dependencies.sealer)
  const deps = { ...dependencies, schemas, checks, finder, requestSealer }
  const executions = createExecutions({
    ...dependencies,
    maxConcurrentPerProject: dependencies.maxConcurrentPerProject ?? defaultMaxConcurrent,
  })
  const executor = createExecute({ ...deps, executions, custom: createCustomRunner(dependencies) })
  const logs = createLogs(deps)
  const dependants: ListDependants[] = []
  const tools = createToolService({ ...deps, dependants })
  const own = createOwnTools(dependencies)
  const index = createToolIndex(toolkits)
  const searcher = createSearcher({ ...deps, index, own })
  const lists = createToolLists({
    ...deps,
    accounts,
    index,
    own,
    searcher,
    toolkitsOfAuthConfigs: (scope, ids) => toolkitsOfAuthConfigs(db, scope, ids),
  })
  const fixtures = createFixtures({ ...deps, logs, replay: createReplay({ ...deps, executor }) })

  toolkits.registerCustomTools(customTools)
  toolkits.registerDependants(toolsOfToolkits)
  usage.registerWork(executionTable.workSource)

  const sealStored = createSealStored(deps)

  const traits = createTraits({
    db,
    finder,
    listedPrice: () => usage.priceOf('tool.default'),
    isComputeOnly: (slug) => builtIn.findComputing(slug) !== null,
  })
  const area: Tools = {
    execute: executor.execute,
    executeAhead: createExecuteAhead({
      ...dependencies,
      schemas,
      findComputing: builtIn.findComputing,
      traits,
    }),
    traits,
    find: finder.find,
    getVersion: finder.getVersion,
    registerDependants: (list) => void dependants.push(list),
    forgetPayloads: deletePayloads,
    search: searcher.search,
  }
  return {
    ...area,
    userData: [executionUserData, questionUserData, fixtureUserData],
    stop: executions.stop,
    /** Seals what was stored in clear, and deletes what is older than the retention of the project. */
    async sweep(retainedSince: RetainedSince): Promise<void> {
      await sealStored()
      for (const { projectId, since } of retainedSince) {
        await executionTable.forgetOld(db, projectId, since)
        await deleteOldQuestions(db, projectId, since)
      }
    },
    routes: [
      ...toolRoutes({ tools, lists, searcher }),
      ...optionRoutes(createOptions(deps)),
      ...executeRoutes({
        executor,
        batch: createBatch(executor, dependencies.log),
        proxy: createProxy({
          ...deps,
          executor,
          toolkitOfAccount: (scope, id) => toolkitOfAccount(db, scope, id),
        }),
        logs,
      }),
      ...fixtureRoutes(fixtures),
      ...humanRoutes(requests),
      ...teachRoutes(createTeach({ ...deps, tools })),
    ],
  }
}

type ToolsParts = Omit<ToolsDeps, 'accounts' | 'search'> & {
  connections: AccountSource
  toolSearch: ToolSearch
}

export const toolsArea = {
  manifest: toolsManifest,
  key: 'tools',
  create: ({ connections, toolSearch, ...deps }: ToolsParts) =>
    createTools({ ...deps, accounts: connections, search: toolSearch }),
} as const
