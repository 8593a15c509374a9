import type { Readable } from 'node:stream'
import { AppError } from '../../../kernel/errors.ts'
import { parseJsonOf } from '../../../kernel/http/request/json.ts'
import type { UploadParts } from '../../../kernel/http/request/upload.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { typeRules } from '../catalogue/file-types.ts'
import type { StoredFile } from '../read-files.ts'
import { type FileType, FormFields, type UploadResult } from '../schema.ts'
import { cleanName } from './file-name.ts'
import { type FileDeps, type FileService, refusePast } from './files.ts'
import type { Intake, Staged } from './intake.ts'

/** A form as it arrives, and how many bytes the sender says it has. */
export type Form = { fileType: FileType; parts: UploadParts; announcedBytes: number | null }

type Outcome = { name: string; staged: Staged | null; error: AppError | null }

const fileRequired = (name: string) =>
  new AppError('file_required', `The form has no file part named ${name}`, {
    hint: `Send the file as multipart/form-data under the name ${name}.`,
  })

/**
 * Files that come as forms. Everything is staged first and becomes visible only when the whole form has arrived, so that
 * a form that breaks off leaves nothing behind.
 */
export function createFormService(deps: FileDeps & { intake: Intake; files: FileService }) {
  const { db, clock, intake, files } = deps

  const stage = (scope: Scope, { fileType, announcedBytes }: Form, name: string, content: Readable) =>
    intake.stage(scope, { fileType, name, content, announcedBytes, maxBytes: typeRules[fileType].maxBytes })

  /** Reads the whole form. Only the files under the requested names are used. */
  async function readForm(
    form: Form,
    names: readonly string[],
    take: (name: string, content: Readable) => Promise<void>,
  ): Promise<FormFields> {
    const fields: Record<string, string> = {}
    for await (const part of form.parts) {
      if (part.kind === 'field') fields[part.name] = part.value
      else if (names.includes(part.name)) await take(part.fileName, part.stream)
      else part.stream.destroy()
    }
    const facts = factsOf(fields)
    refusePast(facts.expiresAt, clock.now())
    return facts
  }

  return {
    async single(scope: Scope, form: Form): Promise<StoredFile> {
      const staged: Staged[] = []
      try {
        const facts = await readForm(form, ['file'], async (name, content) => {
          if (staged.length > 0) {
            throw new AppError('invalid_parameter', 'The form has more than one file', {
              hint: 'Send one file, or use /api/v1/file/upload/multiple.',
            })
          }
          staged.push(await stage(scope, form, name, content))
        })
        const [only] = staged
        if (!only) throw fileRequired('file')
        return await db.tx((tx) => files.settleIn(tx, scope, only, facts))
      } catch (error) {
        await intake.abandonAll(scope, staged)
        throw error
      }
    },

    async multiple(scope: Scope, form: Form): Promise<UploadResult[]> {
      const outcomes: Outcome[] = []
      const arrived = () => outcomes.flatMap(({ staged }) => staged ?? [])
      try {
        const facts = await readForm(form, ['file', 'files', 'files[]'], async (sent, content) => {
          const name = cleanName(sent)
          outcomes.push(
            await stage(scope, form, sent, content).then(
              (staged) => ({ name, staged, error: null }),
              (error) => ({ name, staged: null, error: ownFault(error) }),
            ),
          )
        })
        if (outcomes.length === 0) throw fileRequired('files')
        return await db.tx(async (tx) => {
          const results: UploadResult[] = []
          for (const { name, staged, error } of outcomes) {
            const file = staged && (await files.settleIn(tx, scope, staged, facts))
            results.push({
              name,
              success: file !== null,
              file,
              error: error && { code: error.code, message: error.message },
            })
          }
          return results
        })
      } catch (error) {
        await intake.abandonAll(scope, arrived())
        throw error
      }
    },
  }
}

export type FormService = ReturnType<typeof createFormService>

/** A refusal that concerns one file alone; anything else ends the whole form. */
function ownFault(error: unknown): AppError {
  const codes = ['empty_file', 'file_too_large', 'unsupported_media_type', 'storage_quota_exceeded']
  if (error instanceof AppError && codes.includes(error.code)) return error
  throw error
}

function factsOf(fields: Record<string, string>): FormFields {
  const { expiresAt, metadata } = fields
  const parsed = FormFields.safeParse({
    ...(expiresAt ? { expiresAt } : {}),
    ...(metadata ? { metadata: parseJsonOf('metadata', metadata) } : {}),
  })
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map(({ path, code, message }) => ({
    in: 'body' as const,
    path: `/${path.join('/')}`,
    rule: code,
    message,
  }))
  throw new AppError('invalid_parameter', `${details[0]?.path.slice(1)}: ${details[0]?.message}`, { details })
}
