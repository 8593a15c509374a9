import { type CallPlan, openDocument } from '../openapi/open-document.ts'
import type { ApiDocument } from '../openapi/read-document.ts'
import type { ToolDefinition } from '../providers/provider.ts'
import type { ToolPlace } from './catalogue-format.ts'

export type ToolWanted = ToolPlace & {
  readonly slug: string
  readonly toolkitSlug: string
  readonly version: string
}

/** All that is needed to show and to call one tool. Plain data, so that it can come from another thread. */
export type ResolvedTool = { readonly definition: ToolDefinition; readonly plan: CallPlan }

/** Looks at one operation only; the rest of a description may hold thousands. */
export function resolveTool(document: ApiDocument, wanted: ToolWanted): ResolvedTool | null {
  const { slug, toolkitSlug, version, path, method } = wanted
  const item = document.paths[path] as Record<string, unknown> | undefined
  const key = method.toLowerCase()
  if (item?.[key] === undefined) return null
  const excerpt = { ...document, paths: { [path]: { [key]: item[key] } } }
  const opened = openDocument(excerpt, { toolkitSlug, version })
  const definition = opened.tool(slug)
  const plan = opened.plan(slug)
  return definition && plan && { definition, plan }
}
