import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { UploadParts } from '../../../kernel/http/request/upload.ts'
import type { MemoryBudget } from '../../../kernel/limits/memory-budget.ts'
import { type Page, pageOf } from '../../../kernel/page.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { withNearMatches } from '../../../kernel/text/near-names.ts'
import { requireValid } from '../package/inspect-jobs.ts'
import type { PackageFile } from '../package/package.ts'
import { writeZip } from '../package/write-zip.ts'
import type { Skill, SkillVersion, VersionListQuery } from '../schema/skill.ts'
import { findSkill, type SkillWithVersion } from '../store/skill.ts'
import {
  findVersion,
  listFiles,
  listLabels,
  listVersions,
  readFiles,
  type VersionRow,
} from '../store/version.ts'
import type { Catalogue } from './catalogue.ts'
import type { Intake } from './intake.ts'
import type { Publishing } from './publishing.ts'
import { notOwn, skillNotFound, versionNotFound } from './refusals.ts'
import type { SkillService } from './skills.ts'
import { toVersion } from './to-response.ts'

export type VersionDeps = {
  db: Db
  memoryBudget: MemoryBudget
  intake: Intake
  skills: SkillService
  publishing: Publishing
  catalogue: Catalogue
}

/** The history of a skill. What a version has is never changed; which one agents use can be. */
export function createVersions({ db, memoryBudget, intake, skills, publishing, catalogue }: VersionDeps) {
  async function find(
    scope: Scope,
    id: string,
    label: string,
  ): Promise<{ skill: SkillWithVersion; version: VersionRow }> {
    const skill = await skills.get(db, scope, id)
    const version = await findVersion(db, skill, label)
    if (!version) throw versionNotFound(label, await listLabels(db, skill))
    return { skill, version }
  }

  return {
    async list(scope: Scope, id: string, query: VersionListQuery): Promise<Page<SkillVersion>> {
      const skill = await skills.get(db, scope, id)
      const rows = await listVersions(db, skill, query)
      const { length: total } = await listLabels(db, skill)
      return pageOf(
        rows.map((row) => toVersion(row, skill.version)),
        total,
        query,
      )
    },

    async get(scope: Scope, id: string, label: string): Promise<SkillVersion> {
      const { skill, version } = await find(scope, id, label)
      return toVersion(version, skill.version, await listFiles(db, version))
    },

    async archive(scope: Scope, id: string, label: string): Promise<{ name: string; bytes: Buffer }> {
      const { skill, version } = await find(scope, id, label)
      const sizes = (await listFiles(db, version)).map(({ sizeBytes }) => sizeBytes)
      const held = memoryBudget.open(scope.projectId)
      try {
        held.grow(2 * sizes.reduce((sum, size) => sum + size, 0))
        const bytes = await writeZip(skill.slug, await readFiles(db, version))
        return { name: `${skill.slug}-${version.label}.zip`, bytes }
      } finally {
        held.end()
      }
    },

    /** One file, of the version that agents use or of another; also of a skill that can be installed. */
    async file(scope: Scope, id: string, path: string, label: string | undefined): Promise<PackageFile> {
      const own = await findSkill(db, scope, id)
      if (!own) {
        const entry = label === undefined ? await catalogue.find(scope, id) : null
        if (!entry) throw skillNotFound()
        const { pkg } = await entry.load()
        return pkg.files.find((file) => file.path === path) ?? missing(path, pkg.files)
      }
      const version = label === undefined ? null : await findVersion(db, own, label)
      if (label !== undefined && !version) throw versionNotFound(label, await listLabels(db, own))
      const read = version ?? { ...own, skillId: id, number: own.version }
      const [found] = await readFiles(db, read, path)
      return found ?? missing(path, await listFiles(db, read))
    },

    /** A new version from a package; its SKILL.md must have the name of the skill. */
    async publish(scope: Scope, id: string, parts: UploadParts): Promise<Skill> {
      const before = await skills.get(db, scope, id)
      if (before.origin !== null) throw notOwn()
      return intake.read(scope, parts, (inspected, { version: label }) => {
        const pkg = requireValid(inspected)
        if (pkg.slug !== before.slug)
          throw new AppError('invalid_package', `The package is "${pkg.slug}", not "${before.slug}"`, {
            hint: 'Create another skill, or correct the name in SKILL.md.',
          })
        return db.tx(async (tx) => {
          const row = await skills.lock(tx, scope, id)
          if (pkg.treeHash === before.treeHash && row.version === before.version)
            return skills.view(tx, scope, id, false)
          const next = await publishing.addVersion(tx, scope, { ...row, label: before.label }, pkg, { label })
          await publishing.save(tx, scope, next, 'skill.version_created', { version: next.label })
          return skills.view(tx, scope, id, true)
        })
      })
    },

    rollback: (scope: Scope, id: string, label: string, ifMatch: readonly string[] | null): Promise<Skill> =>
      db.tx(async (tx) => {
        const row = await skills.lock(tx, scope, id)
        checkIfMatch(ifMatch, row.revision)
        const version = await findVersion(tx, row, label)
        if (!version) throw versionNotFound(label, await listLabels(tx, row))
        if (!version.isApproved)
          throw new AppError('invalid_state', 'The version waits for approval', {
            hint: 'Approve it with POST /api/v1/skills/registry/sync/{id}/approve.',
          })
        if (version.number === row.version) return skills.view(tx, scope, id, false)
        await publishing.save(tx, scope, { ...row, version: version.number }, 'skill.rolled_back', {
          version: version.label,
        })
        return skills.view(tx, scope, id, true)
      }),
  }
}

export type Versions = ReturnType<typeof createVersions>

/** A caller that can read one file of a skill can read all of them. */
function missing(path: string, files: readonly { path: string }[]): never {
  const error = new AppError('skill_file_not_found', 'The skill has no such file', {
    hint: 'GET /api/v1/skills/detail/{id} lists its files.',
  })
  throw withNearMatches(
    error,
    path,
    files.map((file) => file.path),
  )
}
