import { z } from 'zod'
import { pageParams, Timestamp, Uuid } from '../../../kernel/http/shapes.ts'
import { AgentView } from './agent.ts'
import { Graph } from './graph.ts'
import { VersionInput, VersionParam } from './version-number.ts'

/** What a client that saves while a user types sends with every save. */
export const Amend = z
  .boolean()
  .describe(
    'The new version takes the place of the newest one, if that was saved with `amend` as well, by the same caller, less than ten minutes after the first of these edits, and it has no note, was not activated and not executed.',
  )

export const VersionQuery = z.strictObject(pageParams)
export type VersionQuery = z.output<typeof VersionQuery>

export const VersionParams = z.object({ id: Uuid, version: VersionParam })
export const RestoreBody = z.strictObject({
  publish: z.boolean().optional().describe('Of an active workflow: whether production uses it immediately.'),
})

export const VersionView = z
  .object({
    version: z.string(),
    versionNumber: z.number(),
    isNewest: z.boolean(),
    isActive: z.boolean().describe('Production executes it.'),
    note: z.string(),
    hash: z.string().describe('SHA-256; equal definitions have one.'),
    sizeBytes: z.number(),
    createdAt: Timestamp,
    createdBy: z
      .object({ kind: z.string(), id: z.string().nullable(), externalUserId: z.string() })
      .nullable(),
  })
  .meta({ id: 'WorkflowVersion' })
export type VersionView = z.output<typeof VersionView>

export const VersionDetail = VersionView.extend({
  graph: Graph.nullable(),
  agent: AgentView.nullable(),
}).meta({ id: 'WorkflowVersionDetail' })
export type VersionDetail = z.output<typeof VersionDetail>

export const DiffQuery = z.strictObject({
  with: VersionInput.optional().describe('The version to compare with; the one before without it.'),
})

const FieldChange = z.object({
  path: z.string().describe('A JSON pointer inside the node, agent or graph.'),
  kind: z.enum(['added', 'removed', 'changed', 'type']),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
})
const DiffNode = z.object({ id: z.string(), type: z.string(), name: z.string().nullable() })
const DiffEdge = z.object({ from: z.string(), to: z.string(), condition: z.string().optional() })

export const VersionDiff = z
  .object({
    before: z.string(),
    after: z.string(),
    isSame: z.boolean(),
    nodes: z.object({
      added: z.array(DiffNode),
      removed: z.array(DiffNode),
      changed: z.array(DiffNode.extend({ changes: z.array(FieldChange) })),
      moved: z.array(z.string()).describe('Ids of nodes of which only the position changed.'),
    }),
    edges: z.object({ added: z.array(DiffEdge), removed: z.array(DiffEdge) }),
    settings: z.array(FieldChange).describe('Other fields of the graph, such as its input schema.'),
    agent: z.array(FieldChange),
  })
  .meta({ id: 'WorkflowVersionDiff' })
export type VersionDiff = z.output<typeof VersionDiff>
