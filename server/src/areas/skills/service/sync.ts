import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { SkillPackage } from '../package/package.ts'
import { grownSurface } from '../package/surface.ts'
import type { Registries } from '../registry/registries.ts'
import type { SyncResult } from '../schema/registry.ts'
import type { Skill } from '../schema/skill.ts'
import type { SkillWithVersion } from '../store/skill.ts'
import { approveVersion, deletePending, type FileRow, findPending, listFiles } from '../store/version.ts'
import type { Catalogue } from './catalogue.ts'
import type { Publishing } from './publishing.ts'
import type { RegistrySkills } from './registry-skills.ts'
import type { SkillService } from './skills.ts'

export type SyncDeps = {
  db: Db
  skills: SkillService
  catalogue: Catalogue
  publishing: Publishing
  registries: Registries
  registrySkills: RegistrySkills
}

type Upstream = { pkg: SkillPackage; commitSha: string | null }

/**
 * Updates of installed skills. One that names something new (a tool, a URL, a command, a write, a secret, a script) waits until
 * a human approves exactly that content; agents use the pinned version until then.
 */
export function createSync({ db, skills, catalogue, publishing, registries, registrySkills }: SyncDeps) {
  /** Null where it does not exist any more. */
  async function upstreamOf(row: SkillWithVersion): Promise<Upstream | null> {
    const { origin } = row
    if (origin?.kind !== 'registry') return (await catalogue.findShared(row.id))?.load() ?? null
    try {
      const registry = registries.find(origin)
      return await registrySkills.fetch(row.projectId, registry, origin.ref, { skillPath: origin.path })
    } catch (error) {
      const code = error instanceof AppError ? error.code : null
      if (code === 'skill_not_found' || code === 'registry_not_found') return null
      throw error
    }
  }

  const setState = (scope: Scope, row: SkillWithVersion, state: SkillWithVersion['state']): Promise<void> =>
    db.tx(async (tx) => {
      const current = await skills.lock(tx, scope, row.id)
      if (state === 'pinned') await deletePending(tx, current)
      if (current.state !== state)
        await publishing.save(tx, scope, { ...current, state }, 'skill.synced', { state })
    })

  /** Stores what is new; says which version waits, if one does. */
  const store = (scope: Scope, row: SkillWithVersion, { pkg, commitSha }: Upstream, isApproved: boolean) =>
    db.tx(async (tx) => {
      const current = { ...(await skills.lock(tx, scope, row.id)), label: row.label }
      const pending = await findPending(tx, current)
      if (!isApproved && pending?.treeHash === pkg.treeHash) return pending.label
      await deletePending(tx, current)
      const next = await publishing.addVersion(tx, scope, current, pkg, { commitSha, isApproved })
      const state = isApproved ? ('pinned' as const) : ('update_available' as const)
      const facts = { state, version: next.label, treeHash: pkg.treeHash, isApproved }
      await publishing.save(tx, scope, { ...next, state }, 'skill.synced', facts)
      return next.label
    })

  return {
    async sync(scope: Scope, id: string): Promise<SyncResult> {
      const row = await skills.get(db, scope, id)
      if (row.origin === null)
        throw new AppError(
          'invalid_state',
          'The skill was created in this project: there is nothing to sync it with',
        )
      const upstream = await upstreamOf(row)
      if (!upstream) {
        await setState(scope, row, 'removed_upstream')
        return resultOf(row, 'removed_upstream', null)
      }
      const { pkg, commitSha } = upstream
      if (pkg.treeHash === row.treeHash) {
        await setState(scope, row, 'pinned')
        return resultOf(row, 'unchanged', null)
      }
      const grown = grownSurface(row.surface, pkg.surface)
      const files = changesOf(await listFiles(db, { ...row, skillId: id, number: row.version }), pkg)
      const label = await store(scope, row, upstream, grown === null)
      return {
        status: grown ? 'approval_required' : 'applied',
        version: grown ? row.label : label,
        pendingVersion: grown ? label : null,
        commitSha,
        treeHash: pkg.treeHash,
        files,
        surface: { before: row.surface, after: pkg.surface, grown: grown ?? {} },
      }
    },

    approve: (scope: Scope, id: string, treeHash: string): Promise<Skill> =>
      db.tx(async (tx) => {
        const row = await skills.lock(tx, scope, id)
        const pending = await findPending(tx, row)
        if (pending?.treeHash !== treeHash)
          throw new AppError('approval_outdated', 'No update with this tree hash waits for approval', {
            hint: 'Sync again and review what it returns.',
          })
        await approveVersion(tx, pending)
        const next = { ...row, version: pending.number, state: 'pinned' as const }
        await publishing.save(tx, scope, next, 'skill.update_approved', { version: pending.label, treeHash })
        return skills.view(tx, scope, id, true)
      }),
  }
}

export type Sync = ReturnType<typeof createSync>

const resultOf = (
  row: SkillWithVersion,
  status: SyncResult['status'],
  pendingVersion: string | null,
): SyncResult => ({
  status,
  version: row.label,
  pendingVersion,
  commitSha: row.commitSha,
  treeHash: row.treeHash,
  files: [],
  surface: { before: row.surface, after: row.surface, grown: {} },
})

function changesOf(before: readonly FileRow[], { files }: SkillPackage): SyncResult['files'] {
  const old = new Map(before.map((file) => [file.path, file]))
  const now = new Map(files.map((file) => [file.path, file]))
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((path) => {
    const [left, right] = [old.get(path), now.get(path)]
    if (left?.sha256 === right?.sha256) return []
    const change = !left ? 'added' : !right ? 'removed' : 'changed'
    return [
      { path, change, sizeBefore: left?.sizeBytes ?? null, sizeAfter: right?.bytes.length ?? null } as const,
    ]
  })
}
