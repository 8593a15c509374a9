import type { JsonSchema } from '../../../../../kernel/json-schema/schema-walk.ts'
import type { Graph } from '../../../schema/graph.ts'

/** Schemas of the tools that a graph names, by slug and version. */
export type ToolSchemas = Readonly<Record<string, { input: JsonSchema; output: JsonSchema }>>

/** A workflow or an agent that a graph executes, as far as its output has a type. */
export type Callee = { graph: Graph } | { outputSchema: JsonSchema | null }

/** By id and version, those of called workflows included. */
export type Callees = Readonly<Record<string, Callee>>

const versioned = (name: string, version: string | number | undefined): string =>
  version === undefined ? name : `${name}@${version}`

export const schemaKeyOf = ({
  toolSlug,
  toolVersion,
}: {
  toolSlug: string
  toolVersion?: string | undefined
}): string => versioned(toolSlug, toolVersion)

export const calleeKeyOf = (id: string, version?: number | undefined): string => versioned(id, version)
