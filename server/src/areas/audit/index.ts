import { auditManifest } from './manifest.ts'
import { auditRoutes } from './routes.ts'
import { type AuditDeps, type AuditService, createAuditService } from './service.ts'

/**
 * Who did what, when and from where. Entries are written in the transaction of the action, so the log can be trusted in
 * both directions. They are never changed, and never hold a secret or a request body.
 */
export type Audit = Pick<AuditService, 'record'>

export function createAudit(deps: AuditDeps) {
  const audit = createAuditService(deps)
  return { ...audit, routes: auditRoutes(audit) }
}

export const auditArea = { manifest: auditManifest, key: 'audit', create: createAudit } as const
