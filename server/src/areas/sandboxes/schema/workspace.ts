import { z } from 'zod'
import { textParam, Uuid } from '../../../kernel/http/shapes.ts'

const maxPathChars = 512

/** Optional in the shape, so that a session of someone else is not there before anything is said about the path. */
export const PathQuery = z.strictObject({
  path: textParam(maxPathChars).optional().describe('Relative path without "..", such as `data/table.csv`.'),
})

export const WorkspaceFile = z
  .object({ path: z.string(), sizeBytes: z.number() })
  .meta({ id: 'SandboxWorkspaceFile' })
export type WorkspaceFile = z.output<typeof WorkspaceFile>

export const WorkspaceList = z
  .object({
    files: z.array(WorkspaceFile),
    totalBytes: z.number(),
    maxBytes: z.number(),
    maxFiles: z.number(),
  })
  .meta({ id: 'SandboxWorkspaceList' })
export type WorkspaceList = z.output<typeof WorkspaceList>

export const ImportBody = z.strictObject({
  fileId: Uuid,
  path: z.string().min(1).max(maxPathChars).optional().describe('Defaults to the file name.'),
})
export type ImportBody = z.output<typeof ImportBody>

export const ExportBody = z.strictObject({
  path: z.string().min(1).max(maxPathChars),
  name: z.string().min(1).max(255).optional().describe('Defaults to the last segment of the path.'),
  fileType: z.enum(['document', 'image', 'audio', 'video', 'other']).default('other'),
})
export type ExportBody = z.output<typeof ExportBody>

export const ExportedFile = z
  .object({ id: z.uuid(), name: z.string(), mimeType: z.string(), sizeBytes: z.number(), ref: z.string() })
  .meta({ id: 'SandboxExportedFile' })
