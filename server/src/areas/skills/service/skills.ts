import type { Db, Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { UploadParts } from '../../../kernel/http/request/upload.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { type Page, pageOf } from '../../../kernel/page.ts'
import { changedConcurrently, checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { textOf } from '../package/content-type.ts'
import { writeSkillFile } from '../package/front-matter.ts'
import { type Inspect, requireValid } from '../package/inspect-jobs.ts'
import type { PackageFile, SkillPackage } from '../package/package.ts'
import type { Validation } from '../schema/lint.ts'
import type { CreateBody, ListQuery, PackageFields, Skill, SkillFile, UpdateBody } from '../schema/skill.ts'
import {
  deleteSkill,
  findSkill,
  listSkills,
  lockSkill,
  type SkillRow,
  type SkillWithVersion,
} from '../store/skill.ts'
import { listFiles, readFiles } from '../store/version.ts'
import type { Catalogue } from './catalogue.ts'
import type { Dependants } from './in-use.ts'
import type { Intake } from './intake.ts'
import type { Publishing } from './publishing.ts'
import { notOwn, skillNotFound } from './refusals.ts'
import { slugFrom } from './slug.ts'
import { toFile, toSkill } from './to-response.ts'

export type SkillDeps = {
  db: Db
  newId: NewId
  inspect: Inspect
  intake: Intake
  publishing: Publishing
  catalogue: Catalogue
  inUse: Dependants
}

const maxShownBytes = 64 * 1024
// So many writers of one skill in a row are a loop of a client.
const maxAttempts = 10

/** Skills of a project: what they are, and how they change. */
export function createSkillService(deps: SkillDeps) {
  const { db, newId, inspect, intake, publishing, catalogue, inUse } = deps

  async function get(q: Queryable, scope: Scope, id: string): Promise<SkillWithVersion> {
    const found = await findSkill(q, scope, id)
    if (!found) throw skillNotFound()
    return found
  }

  async function lock(tx: Tx, scope: Scope, id: string): Promise<SkillRow> {
    const found = await lockSkill(tx, scope, id)
    if (!found) throw skillNotFound()
    return found
  }

  /** With its files, as the changing calls return it. */
  async function view(q: Queryable, scope: Scope, id: string, changed: boolean): Promise<Skill> {
    const row = await get(q, scope, id)
    const files = (await listFiles(q, { ...row, skillId: id, number: row.version })).map(toFile)
    return toSkill(scope, row, { isInstalled: true, changed, files })
  }

  const fromText = (
    slug: string,
    { description, instructions }: Pick<CreateBody, 'description' | 'instructions'>,
  ) => {
    const frontMatter = { metadata: {}, allowedTools: [] }
    const text = writeSkillFile({ name: slug, description, frontMatter, body: instructions })
    return [{ path: 'SKILL.md', bytes: Buffer.from(text) }]
  }

  const store = (scope: Scope, pkg: SkillPackage, facts: PackageFields): Promise<Skill> =>
    db.tx(async (tx) => {
      const id = newId()
      await publishing.create(tx, scope, pkg, {
        id,
        name: facts.name ?? pkg.slug,
        category: facts.category || null,
        tags: facts.tags ?? [],
        suggestedTools: facts.suggestedToolSlugs ?? pkg.frontMatter.allowedTools,
        source: 'custom',
        origin: null,
        isPublic: facts.isPublic ?? false,
        label: facts.version ?? pkg.frontMatter.metadata.version?.slice(0, 32) ?? '1.0.0',
        commitSha: null,
      })
      return view(tx, scope, id, true)
    })

  return {
    get,
    lock,
    view,

    async list(scope: Scope, query: ListQuery): Promise<Page<Skill>> {
      const { items, total } = await listSkills(db, scope, query)
      return pageOf(
        items.map((row) => toSkill(scope, row, { isInstalled: true })),
        total,
        query,
      )
    },

    /** Also one that the project could install. */
    async detail(scope: Scope, id: string, hasContent: boolean): Promise<Skill> {
      const own = await findSkill(db, scope, id)
      if (own) {
        const key = { ...own, skillId: id, number: own.version }
        const files = hasContent
          ? (await readFiles(db, key)).map(withContent)
          : (await listFiles(db, key)).map(toFile)
        return toSkill(scope, own, { isInstalled: true, files })
      }
      const entry = await catalogue.find(scope, id)
      if (!entry) throw skillNotFound()
      const { pkg } = await entry.load()
      const files = pkg.files.map((file) => (hasContent ? withContent(file) : withoutContent(file)))
      return toSkill(scope, entry.row, { isInstalled: false, files })
    },

    async create(scope: Scope, body: CreateBody): Promise<Skill> {
      const slug = body.slug ?? slugFrom(body.name)
      if (slug === null)
        throw new AppError('missing_field', 'slug is required: none can be made from the name', {
          details: [{ in: 'body', path: '/slug', rule: 'required', message: 'is required' }],
        })
      const pkg = requireValid(await inspect(scope.projectId, fromText(slug, body), slug))
      return store(scope, pkg, body)
    },

    createFromForm: (scope: Scope, parts: UploadParts): Promise<Skill> =>
      intake.read(scope, parts, (inspected, fields) => store(scope, requireValid(inspected), fields)),

    async validate(scope: Scope, body: CreateBody | undefined, parts: UploadParts): Promise<Validation> {
      if (body === undefined) return intake.read(scope, parts, async (found) => toValidation(found))
      const slug = body.slug ?? slugFrom(body.name) ?? ''
      return toValidation(await inspect(scope.projectId, fromText(slug, body), slug))
    },

    update: async (
      scope: Scope,
      id: string,
      body: UpdateBody,
      ifMatch: readonly string[] | null,
    ): Promise<Skill> => {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const updated = await tryUpdate(scope, await get(db, scope, id), { body, ifMatch })
        if (updated) return updated
      }
      throw changedConcurrently()
    },

    remove: (
      scope: Scope,
      id: string,
      isDetached: boolean,
      ifMatch: readonly string[] | null,
    ): Promise<void> =>
      db.tx(async (tx) => {
        const row = await lock(tx, scope, id)
        checkIfMatch(ifMatch, row.revision)
        if (!isDetached) await inUse.refuse(tx, scope, id)
        await deleteSkill(tx, scope, id)
        await publishing.record(tx, scope, 'skill.deleted', row)
      }),
  }

  /** Null when another request changed the content after it was read. */
  async function tryUpdate(
    scope: Scope,
    before: SkillWithVersion,
    { body, ifMatch }: { body: UpdateBody; ifMatch: readonly string[] | null },
  ): Promise<Skill | null> {
    const pkg = await edited(before, body)
    return db.tx(async (tx) => {
      const row = await lock(tx, scope, before.id)
      checkIfMatch(ifMatch, row.revision)
      if (pkg && row.version !== before.version) return null
      if (pkg && row.origin !== null) throw notOwn()
      const current = { ...row, label: before.label }
      const next = pkg
        ? await publishing.addVersion(tx, scope, current, pkg, { label: body.version })
        : current
      const facts = factsOf(row, body)
      if (!pkg && Object.keys(facts).length === 0) return view(tx, scope, before.id, false)
      await publishing.save(tx, scope, { ...next, ...facts }, 'skill.updated', {
        ...(pkg ? { version: next.label } : {}),
      })
      return view(tx, scope, before.id, true)
    })
  }

  /** The package with the changes of the body; null where they do not concern it. */
  async function edited(row: SkillWithVersion, body: UpdateBody): Promise<SkillPackage | null> {
    const { description = row.description, instructions = row.instructions } = body
    const isSame = description === row.description && instructions.trim() === row.instructions
    if (isSame && body.version === undefined) return null
    if (row.origin !== null) throw notOwn()
    const files = await readFiles(db, { ...row, skillId: row.id, number: row.version })
    const text = writeSkillFile({ ...row, name: row.slug, description, body: instructions })
    const changed = files.map((file) =>
      file.path === 'SKILL.md' ? { ...file, bytes: Buffer.from(text) } : file,
    )
    return requireValid(await inspect(row.projectId, changed, row.slug))
  }
}

export type SkillService = ReturnType<typeof createSkillService>

/** What of the body changes the row. */
function factsOf(row: SkillRow, body: UpdateBody): Partial<SkillRow> {
  if (row.origin !== null && body.isPublic === true)
    throw new AppError('invalid_state', 'An installed skill cannot be shared', {
      hint: 'Other projects can install it from where it came from.',
    })
  const requested: Partial<SkillRow> = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.category === undefined ? {} : { category: body.category || null }),
    ...(body.tags === undefined ? {} : { tags: body.tags ?? [] }),
    ...(body.suggestedToolSlugs === undefined ? {} : { suggestedTools: body.suggestedToolSlugs ?? [] }),
    ...(body.isPublic === undefined ? {} : { isPublic: body.isPublic }),
    ...(body.activeStatus === undefined ? {} : { isActive: body.activeStatus }),
  }
  const changed = Object.entries(requested).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(row[field as keyof SkillRow]),
  )
  return Object.fromEntries(changed)
}

const withoutContent = ({ path, bytes, contentType, sha256 }: PackageFile): SkillFile =>
  toFile({ path, sizeBytes: bytes.length, contentType, sha256 })

function withContent(file: PackageFile): SkillFile {
  const content = file.bytes.length <= maxShownBytes ? textOf(file.bytes) : null
  return { ...withoutContent(file), ...(content === null ? {} : { content }) }
}

const toValidation = (found: Awaited<ReturnType<Inspect>>): Validation => ({
  valid: found.package !== null,
  slug: found.slug,
  description: found.description,
  packageFileCount: found.files.length,
  sizeBytes: found.files.reduce((sum, { bytes }) => sum + bytes.length, 0),
  treeHash: found.treeHash,
  surface: found.surface,
  problems: found.problems,
})
