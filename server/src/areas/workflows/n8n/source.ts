import { z } from 'zod'

/** What is read of an exported n8n workflow; everything else of it is ignored. */
const SourceNode = z.object({
  id: z.string().max(200).optional(),
  name: z.string().min(1).max(200),
  type: z.string().min(1).max(200),
  typeVersion: z.number().optional(),
  parameters: z.record(z.string(), z.unknown()).default({}),
  position: z.tuple([z.number(), z.number()]).optional(),
  credentials: z.record(z.string(), z.unknown()).optional(),
  disabled: z.boolean().optional(),
  continueOnFail: z.boolean().optional(),
  onError: z.string().optional(),
  retryOnFail: z.boolean().optional(),
  maxTries: z.number().optional(),
  waitBetweenTries: z.number().optional(),
  executeOnce: z.boolean().optional(),
  alwaysOutputData: z.boolean().optional(),
  notes: z.string().optional(),
})
export type SourceNode = z.output<typeof SourceNode>

const Target = z.object({ node: z.string(), type: z.string().optional(), index: z.number().optional() })

export const N8nWorkflow = z.object({
  name: z.string().max(200).optional(),
  settings: z
    .object({ timezone: z.string().max(64).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  nodes: z.array(SourceNode).max(500),
  connections: z.record(z.string(), z.record(z.string(), z.array(z.array(Target).nullable()))).default({}),
})
export type N8nWorkflow = z.output<typeof N8nWorkflow>

/** `n8n-nodes-base.httpRequest` → `httpRequest`. */
export const kindOf = ({ type }: Pick<SourceNode, 'type'>): string => type.split('.').at(-1)!

export const isLangchain = ({ type }: Pick<SourceNode, 'type'>): boolean => type.includes('langchain')

/** From an output of one node to an input of another. */
export type Link = { from: string; output: number; to: string; input: number; isError: boolean }

/** The connections that data takes; those of models, tools and memory belong to the node that uses them. */
export function linksOf({ nodes, connections }: N8nWorkflow): Link[] {
  const names = new Set(nodes.map(({ name }) => name))
  const errorOutput = new Map(
    nodes.filter(({ onError }) => onError === 'continueErrorOutput').map((node) => [node.name, node]),
  )
  return Object.entries(connections).flatMap(([from, { main = [] }]) =>
    main.flatMap((targets, output) =>
      (targets ?? [])
        .filter(({ node }) => names.has(from) && names.has(node))
        .map(({ node: to, index: input = 0 }) => ({
          from,
          output,
          to,
          input,
          isError: errorOutput.has(from) && output > 0 && output === main.length - 1,
        })),
    ),
  )
}

/** The nodes that are plugged into another one as its model, tool, memory or parser. */
export function attachmentsOf({ nodes, connections }: N8nWorkflow, name: string, kind: string): SourceNode[] {
  return nodes.filter((node) =>
    connections[node.name]?.[kind]?.some((targets) => targets?.some((target) => target.node === name)),
  )
}
