import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Project } from '../schema.ts'

type Settings = Pick<
  Project,
  | 'retentionDays'
  | 'storePayloads'
  | 'storePrompts'
  | 'defaultModel'
  | 'defaultAgentId'
  | 'webhookBaseUrl'
  | 'allowedOrigins'
  | 'monthlyCreditCap'
>
type Row = {
  id: string
  name: string
  slug: string
  settings: Partial<Settings>
  version: number
  created_at: string
  updated_at: string
}

/** A project with the version that `If-Match` is compared with. */
export type VersionedProject = Project & { version: number }

const defaults: Settings = {
  retentionDays: null,
  storePayloads: true,
  storePrompts: false,
  defaultModel: null,
  defaultAgentId: null,
  webhookBaseUrl: null,
  allowedOrigins: [],
  monthlyCreditCap: null,
}

const toProject = ({ settings, created_at, updated_at, ...row }: Row): VersionedProject => ({
  ...row,
  ...defaults,
  ...settings,
  createdAt: created_at,
  updatedAt: updated_at,
})

/** Null when the slug is taken. */
export async function insertProject(
  tx: Tx,
  project: { id: string; name: string; slug: string; at: Date; expiresAt: Date | null },
): Promise<VersionedProject | null> {
  const [row] = await tx.rows<Row>(sql`
    insert into project (id, name, slug, created_at, updated_at, expires_at)
    values (${project.id}, ${project.name}, ${project.slug}, ${project.at}, ${project.at}, ${project.expiresAt})
    on conflict (slug) do nothing
    returning id, name, slug, settings, version, created_at, updated_at`)
  return row ? toProject(row) : null
}

export async function findProject(q: Queryable, scope: Scope): Promise<VersionedProject | null> {
  const [row] = await q.rows<Row>(sql`
    select id, name, slug, settings, version, created_at, updated_at from project
    where id = ${scope.projectId} and deleted_at is null`)
  return row ? toProject(row) : null
}

/** For the command line, which is outside every project. */
export async function listProjects(q: Queryable): Promise<VersionedProject[]> {
  const rows = await q.rows<Row>(sql`
    select id, name, slug, settings, version, created_at, updated_at from project
    where deleted_at is null order by created_at, id`)
  return rows.map(toProject)
}

/**
 * Takes the project from everyone: its keys stop working, and its slug is free again. The rest is erased in the
 * background. False when it was deleted already.
 */
export async function markDeleted(tx: Tx, projectId: string, at: Date): Promise<boolean> {
  const rows = await tx.rows(sql`
    update project set deleted_at = ${at}, slug = ${`deleted-${projectId}`}, version = version + 1, updated_at = ${at}
    where id = ${projectId} and deleted_at is null returning id`)
  return rows.length === 1
}

/** Those that were made for a while which is over. */
export async function listExpiredProjects(q: Queryable, at: Date): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    select id from project where expires_at <= ${at} and deleted_at is null order by expires_at limit 100`)
  return rows.map(({ id }) => id)
}

/** Those alone that have chosen for how many days they keep their history, of all projects. */
export async function mapRetentionDays(q: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await q.rows<{ id: string; days: number }>(sql`
    select id, (settings->>'retentionDays')::int as days from project where settings->>'retentionDays' is not null`)
  return new Map(rows.map(({ id, days }) => [id, days]))
}

/** Whether some project allows this origin for its chat tokens. */
export async function isOriginOfProject(q: Queryable, origin: string): Promise<boolean> {
  const rows = await q.rows(sql`
    select 1 from project where settings->'allowedOrigins' @> ${JSON.stringify([origin])}::jsonb limit 1`)
  return rows.length > 0
}

/** Null when another change came first. */
export async function updateProject(
  tx: Tx,
  scope: Scope,
  project: VersionedProject,
  at: Date,
): Promise<VersionedProject | null> {
  const { retentionDays, storePayloads, storePrompts, defaultModel, webhookBaseUrl } = project
  const settings = JSON.stringify({
    retentionDays,
    storePayloads,
    storePrompts,
    defaultModel,
    defaultAgentId: project.defaultAgentId,
    webhookBaseUrl,
    allowedOrigins: project.allowedOrigins,
    monthlyCreditCap: project.monthlyCreditCap,
  })
  const [row] = await tx.rows<Row>(sql`
    update project set name = ${project.name}, settings = ${settings}, version = version + 1, updated_at = ${at}
    where id = ${scope.projectId} and version = ${project.version}
    returning id, name, slug, settings, version, created_at, updated_at`)
  return row ? toProject(row) : null
}
