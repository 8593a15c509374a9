import { z } from 'zod'
import { openObject } from '../../../kernel/http/shapes.ts'
import { Graph } from './graph.ts'
import { WorkflowView } from './workflow.ts'

export const TemplateView = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.enum(['data', 'approval', 'content', 'control-flow']),
  exampleInput: openObject().describe('An input with which it runs as it is.'),
  graph: Graph,
})

export const N8nImportBody = z.strictObject({
  workflow: openObject().describe('The JSON that n8n exports.'),
  name: z.string().trim().min(1).max(200).optional(),
})
export type N8nImportBody = z.output<typeof N8nImportBody>

export const N8nImport = z.object({
  workflow: WorkflowView,
  notes: z
    .array(z.object({ nodeId: z.string(), message: z.string() }))
    .describe('What has to be checked or completed by hand.'),
  connectionSlots: z
    .array(z.object({ nodeId: z.string(), service: z.string(), name: z.string() }))
    .describe('Credentials of n8n; connect an account for each.'),
  triggers: z
    .array(
      z.object({
        name: z.string(),
        kind: z.string(),
        expression: z.string().nullable(),
        slug: z.enum(['cron', 'webhook']).nullable().describe('The type of trigger that does the same here.'),
        triggerConfig: openObject().nullable().describe('Its configuration, to create it with.'),
      }),
    )
    .describe('What started it in n8n. None is created.'),
})
export type N8nImport = z.output<typeof N8nImport>
