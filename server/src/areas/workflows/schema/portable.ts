import { z } from 'zod'
import { openObject, Timestamp } from '../../../kernel/http/shapes.ts'
import { AgentInput } from './agent.ts'
import { Graph } from './graph.ts'
import { workflowTypes } from './workflow.ts'

export const portableFormat = 'stoa.workflow/1'

const Slot = z.object({
  toolkitSlug: z.string(),
  toolkitName: z.string().optional(),
  toolSlugs: z.array(z.string()),
  nodeIds: z.array(z.string()),
})

const Stripped = z.object({ path: z.string(), reason: z.string() })

export const PortableWorkflow = z
  .object({
    format: z.literal(portableFormat),
    name: z.string().min(1).max(200),
    description: z.string().max(5_000).default(''),
    workflowType: z.enum(workflowTypes),
    graph: Graph.nullish(),
    agent: AgentInput.nullish(),
    triggers: z.array(openObject()).max(10).default([]),
    connections: z
      .array(Slot)
      .max(500)
      .default([])
      .describe('Toolkits for which an account must be connected.'),
    workflows: z
      .array(z.object({ id: z.string(), name: z.string().optional(), paths: z.array(z.string()) }))
      .max(500)
      .default([])
      .describe('Other workflows and agents that it names.'),
    stripped: z.array(Stripped).max(5_000).default([]).describe('Secrets and ids that were left out.'),
    version: z.string().max(20).optional(),
    exportedAt: Timestamp.optional(),
  })
  .meta({ id: 'PortableWorkflow' })
export type PortableWorkflow = z.output<typeof PortableWorkflow>

export const ImportBody = z.strictObject({
  workflow: PortableWorkflow,
  name: z.string().trim().min(1).max(200).optional(),
  workflowIds: z
    .record(z.string().max(100), z.uuid())
    .optional()
    .describe('Workflows of this project in place of those that the file names.'),
})
export type ImportBody = z.output<typeof ImportBody>

export const DuplicateBody = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
})
