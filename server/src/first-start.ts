import type { App } from './app.ts'
import { type Db, sql, type Tx } from './kernel/db/db.ts'
import { systemScope } from './kernel/scope.ts'

export type FirstStartSettings = {
  apiKey: string | null
  adminEmail: string | null
  adminPassword: string | null
}

/** What may be shown now and never again. */
export type FirstStart = { newApiKey: string | null; setupToken: string | null }

// Any fixed number: an advisory lock for nodes that start at the same moment.
const firstStartLock = 5_715_620_412

/** Makes the default project with its first admin key and account, once for all nodes of the installation. */
export async function firstStart(db: Db, app: App, settings: FirstStartSettings): Promise<FirstStart> {
  const newApiKey = await db.tx(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(${firstStartLock}::bigint)`)
    await app.users.ensureOwnerIn(tx)
    const existing = await app.projects.listAll(tx)
    let visible: string | null = null
    if (existing.length === 0) {
      const { key } = await createProjectWithKey(tx, app, 'Default', {
        isOperator: true,
        ...(settings.apiKey === null ? {} : { value: settings.apiKey }),
      })
      // A key the operator chose is known to the operator; printing it would only put it into a log.
      visible = settings.apiKey === null ? key.key : null
    }
    if (settings.adminEmail !== null && settings.adminPassword !== null) {
      await app.users.setOwnerCredentialsIn(tx, settings.adminEmail, settings.adminPassword)
    }
    return visible
  })
  return { newApiKey, setupToken: await app.users.newSetupToken(db) }
}

/**
 * A project that can be used immediately: it belongs to the owner and has one admin key. That of the first project is
 * the operator's; those of other projects are what tenants are given.
 */
export async function createProjectWithKey(
  tx: Tx,
  app: App,
  name: string,
  {
    isOperator = false,
    value,
    expiresAt = null,
  }: { isOperator?: boolean; value?: string; expiresAt?: Date | null } = {},
) {
  const accountId = await app.users.ensureOwnerIn(tx)
  const project = await app.projects.createIn(tx, name, expiresAt)
  await app.users.addOwnerTo(tx, project.id, accountId)
  const scope = operatorScope(project.id, accountId)
  const key = await app.projects.createKeyIn(
    tx,
    scope,
    { name: 'First key', role: 'admin', isOperator },
    value,
  )
  return { project, key }
}

/** Who works at the command line has the machine, and counts as the owner of the installation. */
export const operatorScope = (projectId: string, accountId: string) => ({
  ...systemScope(projectId),
  isOperator: true,
  actor: { kind: 'system', accountId } as const,
})
