import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { AddConnectionBody, ChangeConnectionBody, SetAuthConfigBody } from '../../schema/binding.ts'
import type { ToolkitAuthConfig } from '../../schema/workflow.ts'
import { findAccounts, findAuthConfigs, type UsableAuthConfig } from '../../store/account.ts'
import { type BindingChange, putBinding } from '../../store/binding.ts'
import type { Editor, IfMatch } from '../definitions/editor.ts'

export type BindingDeps = { db: Db; clock: Clock; newId: NewId; edit: Editor }

/** Which accounts and auth configs the tools of a workflow use, by toolkit. */
export function createBindings({ db, clock, newId, edit }: BindingDeps) {
  async function accountOf(scope: Scope, connectionId: string) {
    const account = (await findAccounts(db, scope, [connectionId])).get(connectionId)
    if (!account) throw new AppError('connected_account_not_found', 'Connected account not found')
    return account
  }

  async function bind(
    scope: Scope,
    workflowId: string,
    ifMatch: IfMatch,
    change: Pick<BindingChange, 'toolkitSlug' | 'connectedAccountId' | 'authConfigId'>,
  ): Promise<void> {
    await edit(scope, workflowId, ifMatch, () => ({
      action: 'workflow.connection_changed',
      details: { toolkitSlug: change.toolkitSlug },
      within: (tx, workflow) =>
        putBinding(tx, workflow, { ...change, id: newId(), at: clock.now().toISOString() }),
    }))
  }

  return {
    async addConnection(scope: Scope, { workflowId, connectionId }: AddConnectionBody, ifMatch: IfMatch) {
      const { toolkitSlug } = await accountOf(scope, connectionId)
      await bind(scope, workflowId, ifMatch, { toolkitSlug, connectedAccountId: connectionId })
    },
    async changeConnection(scope: Scope, id: string, body: ChangeConnectionBody, ifMatch: IfMatch) {
      const { toolkitSlug } = await accountOf(scope, body.connectionId)
      refuseOther(toolkitSlug, body.toolkitSlug, 'connectionId')
      await bind(scope, id, ifMatch, { toolkitSlug, connectedAccountId: body.connectionId })
    },
    clearConnection: (scope: Scope, id: string, toolkitSlug: string, ifMatch: IfMatch) =>
      bind(scope, id, ifMatch, { toolkitSlug, connectedAccountId: null }),
    async setAuthConfig(
      scope: Scope,
      id: string,
      body: SetAuthConfigBody,
      ifMatch: IfMatch,
    ): Promise<ToolkitAuthConfig> {
      const config = (await findAuthConfigs(db, scope, [body.authConfigId])).get(body.authConfigId)
      if (!config) throw new AppError('auth_config_not_found', 'Auth config not found')
      refuseOther(config.toolkitSlug, body.toolkitSlug, 'authConfigId')
      await bind(scope, id, ifMatch, { toolkitSlug: config.toolkitSlug, authConfigId: config.id })
      return toAuthConfig(config)
    },
    clearAuthConfig: (scope: Scope, id: string, toolkitSlug: string, ifMatch: IfMatch) =>
      bind(scope, id, ifMatch, { toolkitSlug, authConfigId: null }),
  }
}

export type Bindings = ReturnType<typeof createBindings>

export const toAuthConfig = ({ id, toolkitSlug, name, authScheme, status }: UsableAuthConfig) => ({
  toolkitSlug,
  authConfigId: id,
  name,
  authScheme,
  status,
})

function refuseOther(actual: string, requested: string, field: string): void {
  if (actual.toLowerCase() === requested.toLowerCase()) return
  throw new AppError('invalid_parameter', `${field} belongs to the toolkit ${actual}, not to ${requested}`, {
    details: [{ in: 'body', path: `/${field}`, rule: 'toolkit', message: `belongs to ${actual}` }],
  })
}
