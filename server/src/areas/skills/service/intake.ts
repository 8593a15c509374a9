import { isZip } from '../../../kernel/archive/zip-entries.ts'
import { AppError } from '../../../kernel/errors.ts'
import { parseJsonOf } from '../../../kernel/http/request/json.ts'
import type { UploadLimits, UploadParts } from '../../../kernel/http/request/upload.ts'
import type { MemoryBudget } from '../../../kernel/limits/memory-budget.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { withoutTopFolder } from '../package/from-parts.ts'
import type { Inspect } from '../package/inspect-jobs.ts'
import { packageLimits } from '../package/limits.ts'
import type { Inspected, RawFile } from '../package/package.ts'
import { readZip } from '../package/read-zip.ts'
import { invalidPackage } from '../package/refusal.ts'
import { PackageFields } from '../schema/skill.ts'

const archiveBytes = packageLimits.totalBytes + 1024 * 1024

export const packageUpload: UploadLimits = {
  maxFileBytes: archiveBytes,
  maxFiles: packageLimits.files + 50,
  hasPaths: true,
}

export type IntakeDeps = { inspect: Inspect; memoryBudget: MemoryBudget }

/** Packages as they arrive in forms: an archive as `file`, or each file as `files[]` with its path as file name. */
export function createIntake({ inspect, memoryBudget }: IntakeDeps) {
  async function readForm(parts: UploadParts, grow: (bytes: number) => void) {
    const fields: Record<string, string> = {}
    const files: RawFile[] = []
    for await (const part of parts) {
      if (part.kind === 'field') {
        fields[part.name] = part.value
        continue
      }
      const chunks: Buffer[] = []
      for await (const chunk of part.stream) {
        grow(chunk.length)
        chunks.push(chunk as Buffer)
      }
      files.push({ path: part.fileName, bytes: Buffer.concat(chunks) })
    }
    return { fields, files }
  }

  return {
    /** The package of a form, checked, and what else the form says. The memory for it is counted until `use` ends. */
    async read<T>(
      { projectId }: Scope,
      parts: UploadParts,
      use: (inspected: Inspected, fields: PackageFields) => Promise<T>,
    ): Promise<T> {
      const held = memoryBudget.open(projectId)
      let total = 0
      try {
        const { fields, files } = await readForm(parts, (bytes) => {
          total += bytes
          if (total > archiveBytes)
            throw invalidPackage(`The package is larger than ${packageLimits.totalBytes} bytes`)
          held.grow(bytes)
        })
        const [first] = files
        if (!first)
          throw new AppError('file_required', 'The form has no file', {
            hint: 'Send a zip archive as file, or every file of the folder as files[].',
          })
        if (files.length === 1 && isZip(first.bytes)) held.grow(packageLimits.totalBytes)
        const raw = files.length === 1 && isZip(first.bytes) ? await readZip(first.bytes) : files
        const { folder, files: inFolder } = withoutTopFolder(raw)
        return await use(await inspect(projectId, inFolder, folder), fieldsOf(fields))
      } finally {
        held.end()
      }
    },
  }
}

export type Intake = ReturnType<typeof createIntake>

const lists = ['tags', 'suggestedToolSlugs']

/** Forms have texts: lists are JSON or joined by commas. */
function fieldsOf(fields: Readonly<Record<string, string>>): PackageFields {
  const entries = Object.entries(fields).filter(([, value]) => value !== '')
  const values = entries.map(([name, value]) => {
    if (name === 'isPublic') return [name, value.toLowerCase() === 'true' || value === '1']
    if (!lists.includes(name)) return [name, value]
    return [
      name,
      value.startsWith('[') ? parseJsonOf(name, value) : value.split(',').map((each) => each.trim()),
    ]
  })
  const known = Object.keys(PackageFields.shape)
  const parsed = PackageFields.safeParse(
    Object.fromEntries(values.filter(([name]) => known.includes(String(name)))),
  )
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map(({ path, code, message }) => ({
    in: 'body' as const,
    path: `/${path.join('/')}`,
    rule: code,
    message,
  }))
  throw new AppError('invalid_parameter', `${details[0]?.path.slice(1)}: ${details[0]?.message}`, { details })
}
