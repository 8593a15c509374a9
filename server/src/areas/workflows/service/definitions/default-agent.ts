import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { idOfName } from '../../../../kernel/ids.ts'
import { type Scope, systemScope } from '../../../../kernel/scope.ts'
import { findDefaultAgent, isSharedAgent } from '../../store/default-agent.ts'
import type { Definitions } from './definitions.ts'

type DefaultAgentDeps = { db: Db; definitions: Pick<Definitions, 'add' | 'newRow'> }

/** `unusable`: the project has chosen an agent that is deleted or inactive, or has deactivated its only one. */
export type DefaultAgentResult = { kind: 'agent'; id: string } | { kind: 'unusable'; id: string }

const namespace = Buffer.from('stoa default agent')

/** The agent of runs that name none. */
export function createDefaultAgent({ db, definitions }: DefaultAgentDeps) {
  /** Every end user may execute it. The audit log names the caller whose run needed it. */
  async function create(scope: Scope, id: string): Promise<void> {
    const { projectId, actor, requestId } = scope
    const shared = { ...systemScope(projectId), actor, requestId }
    const row = { ...definitions.newRow(shared, 'agent', 'Assistant'), id, activeVersion: 1 }
    const properties = { description, isPublic: false, triggers: [], provenance: null }
    await definitions.add(shared, { ...row, ...properties }, { graph: null, agent: { prompt } }, '')
  }

  return {
    /** The agent that the project has chosen, else its oldest active one. A project without agents gets one. */
    async ensure(scope: Scope): Promise<DefaultAgentResult> {
      const { chosenId, isChosenUsable, oldestId } = await findDefaultAgent(db, scope)
      if (chosenId !== null) return { kind: isChosenUsable ? 'agent' : 'unusable', id: chosenId }
      if (oldestId !== null) return { kind: 'agent', id: oldestId }
      // The id follows from the project: two runs at the same moment cannot create two agents.
      const id = idOfName(namespace, scope.projectId)
      await create(scope, id).catch((error: unknown) => {
        if ((error as { constraint?: unknown }).constraint !== 'workflow_pkey') throw error
      })
      return { kind: (await isSharedAgent(db, scope, id)) ? 'agent' : 'unusable', id }
    },
    /** Refuses a choice that the end users of the project could not execute. */
    async check(scope: Scope, id: string): Promise<void> {
      if (await isSharedAgent(db, scope, id)) return
      const message = 'must be an active agent that every end user may execute'
      throw new AppError('invalid_parameter', `defaultAgentId ${message}`, {
        details: [{ in: 'body', path: '/defaultAgentId', rule: 'agent', message }],
        hint: 'GET /api/v1/workflow/manager/list?workflowType=agent&isActive=true lists the agents.',
      })
    },
  }
}

const description = 'Answers runs that name no agent.'
const prompt = 'You are a helpful assistant. Answer briefly.'
