import type { RetainedSince } from '../../../../kernel/area.ts'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { Log } from '../../../../kernel/log.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Agents } from '../../../agents/index.ts'
import type { Audit } from '../../../audit/index.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Threads } from '../../../threads/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { createAgentRuns } from '../../service/agents/agent-runs.ts'
import { createExecuteAgent } from '../../service/agents/execute-agent.ts'
import { createExecutionCounts } from '../../service/executions/counts.ts'
import { createDetail } from '../../service/executions/detail.ts'
import { createExecutables } from '../../service/executions/executable.ts'
import { createExecute } from '../../service/executions/execute.ts'
import { createExecutionService } from '../../service/executions/executions.ts'
import { createFollow } from '../../service/executions/follow.ts'
import { createOutcomes } from '../../service/executions/outcomes.ts'
import { createPauseService } from '../../service/executions/pauses.ts'
import { createRetry } from '../../service/executions/retry.ts'
import { createStartExecution } from '../../service/executions/start-execution.ts'
import { createStatistics, type ListTriggers } from '../../service/executions/statistics.ts'
import { createTriggered } from '../../service/executions/triggered.ts'
import { executionUserData } from '../../service/executions/user-data.ts'
import { createEvals } from '../../service/replay/evals.ts'
import { createReplay } from '../../service/replay/replay.ts'
import { createRunCase } from '../../service/replay/run-case.ts'
import { deleteOldExecutions } from '../../store/executions/user-data.ts'
import { executeRoutes } from './execute.ts'
import { executionRoutes } from './executions.ts'
import { pauseRoutes } from './pauses.ts'
import { replayRoutes } from './replay.ts'

export type ExecutionDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  runs: Runs
  audit: Audit
  externalUsers: ExternalUsers
  checks: SchemaChecks
  engine: Engine
  threads: Threads
  agents: Agents
  creditsPerUsd: number
}

/** Everything about executions, in one piece: what starts, shows, resumes, repeats and counts them. */
export function createExecutions(deps: ExecutionDeps) {
  const { db, engine } = deps
  const counting = createExecutionCounts(deps)
  const shared = { ...deps, counting, versions: engine.versions }
  const detail = createDetail(shared)
  const executions = createExecutionService({ ...shared, detail })
  const executables = createExecutables(db)
  const startExecution = createStartExecution({
    ...shared,
    executables,
    startAgent: createExecuteAgent(deps),
  })
  const outcomes = createOutcomes(deps)
  const execute = createExecute({ ...shared, startExecution, outcomes })
  let listTriggers: ListTriggers = async () => []
  const pauses = createPauseService(shared)
  const replays = createReplay({ ...shared, runCase: createRunCase(shared) })
  const evals = createEvals({ ...shared, replays })
  return {
    execute,
    detail,
    evals,
    agentRuns: createAgentRuns({ ...shared, executables, executions, pauses }),
    triggered: {
      ...createTriggered({ ...shared, executables, startExecution, outcomes }),
      /** Who lists the triggers in the statistics of a workflow. */
      register(list: ListTriggers): void {
        listTriggers = list
      },
    },
    userData: executionUserData,
    async sweep(retainedSince: RetainedSince): Promise<void> {
      await counting.roll()
      for (const { projectId, since } of retainedSince) await deleteOldExecutions(db, projectId, since)
    },
    routes: [
      ...executeRoutes({ execute, retry: createRetry(shared), executions }),
      ...executionRoutes({
        executions,
        detail,
        follow: createFollow(deps),
        statistics: createStatistics({ ...deps, listTriggers: (...given) => listTriggers(...given) }),
      }),
      ...pauseRoutes({ pauses, executions }),
      ...replayRoutes({ replays, evals }),
    ],
  }
}
