import { auditManifest } from './manifest.ts'
import { auditRoutes } from './routes.ts'
import { type AuditDeps, type AuditService, createAuditService } from './service.ts'

/**
 * Who did what, when and from where. Entries are written in the transaction of the action, so the log can be trusted in
 * both directions. They are never changed but for what erasing an end user removes, and never hold a secret or a request
 * body; of a decision about calls they have the arguments that a human changed.
 */
export type Audit = Pick<AuditService, 'record'>

/** For those who erase and merge end users. */
export type AuditOfUsers = Pick<AuditService, 'record' | 'eraseNames' | 'moveEntries'>

export function createAudit(deps: AuditDeps) {
  const audit = createAuditService(deps)
  return { ...audit, routes: auditRoutes(audit) }
}

export const auditArea = { manifest: auditManifest, key: 'audit', create: createAudit } as const
