import { z } from 'zod'
import { Timestamp } from '../../../kernel/http/shapes.ts'
import { Toolkit, ToolkitChanges } from './toolkit.ts'
import { ToolkitTool } from './with-tools.ts'

export const ReviewedHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be the sha256 of a dry run')
  .describe(
    'The `sha256` of a dry run: approves exactly that, and is refused when the origin has changed since.',
  )

export const RefreshToolkitBody = z.strictObject({
  dryRun: z.boolean().default(false).describe('Return what has changed without applying it.'),
  sha256: ReviewedHash.optional(),
  acceptNewHosts: z
    .boolean()
    .default(false)
    .describe('Allow credentials to be sent to the hosts of the new document. Admins only.'),
})
export type RefreshToolkitBody = z.output<typeof RefreshToolkitBody>

export const ImportOutcome = z
  .object({
    isDryRun: z.boolean(),
    /** False when the document is the one that is there already. */
    isChanged: z.boolean(),
    /** Null when nothing was stored. */
    toolkit: Toolkit.nullable(),
    version: z.string(),
    sha256: z
      .string()
      .describe('Hash of everything that the import applies; a refresh takes it as approval.'),
    baseUrl: z.string().nullable(),
    allowedHosts: z.array(z.string()),
    authSchemes: z.array(z.string()),
    toolCount: z.int(),
    tools: z.array(ToolkitTool),
    /** Null for the first version. */
    changes: ToolkitChanges.nullable(),
  })
  .meta({ id: 'ToolkitImport' })
export type ImportOutcome = z.output<typeof ImportOutcome>

export const ToolkitVersion = z
  .object({
    version: z.string(),
    isCurrent: z.boolean(),
    toolCount: z.int(),
    sizeBytes: z.int().nullable(),
    sha256: z.string().nullable(),
    changes: ToolkitChanges.nullable(),
    createdAt: Timestamp.nullable(),
  })
  .meta({ id: 'ToolkitVersion' })
export type ToolkitVersion = z.output<typeof ToolkitVersion>
