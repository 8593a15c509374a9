import type { ToolDefinition } from '../../toolkits/index.ts'
import type { ApiDocument } from './api-document.ts'
import { type CallPlan, type OpenedDocument, type OpenOptions, openDocument } from './open-document.ts'
import type { Method } from './operation.ts'

/** One operation of a description whose place in it is known. */
export type OperationRef = {
  readonly slug: string
  readonly toolkitSlug: string
  readonly version: string
  readonly path: string
  readonly method: Method
}

/** One tool of a description that has to be opened as a whole to find it. */
export type ToolRef = {
  readonly slug: string
  readonly options: OpenOptions
  /** Where the toolkit has it, which counts for every operation where it was moved by hand. */
  readonly baseUrl: string | null
}

/** All that is needed to show and to call one tool. Plain data, so that it can come from another thread. */
export type ResolvedTool = { readonly definition: ToolDefinition; readonly plan: CallPlan }

/** Looks at one operation only; the rest of a description may hold thousands. */
export function resolveOperation(document: ApiDocument, target: OperationRef): ResolvedTool | null {
  const { slug, toolkitSlug, version, path, method } = target
  const item = document.paths[path] as Record<string, unknown> | undefined
  const key = method.toLowerCase()
  if (item?.[key] === undefined) return null
  const excerpt = { ...document, paths: { [path]: { [key]: item[key] } } }
  return resolveIn(openDocument(excerpt, { toolkitSlug, version }), slug)
}

/** A description as the toolkit of a project has it. */
export function openAsToolkit(
  document: ApiDocument,
  { options, baseUrl }: Omit<ToolRef, 'slug'>,
): OpenedDocument {
  const opened = openDocument(document, options)
  return baseUrl === opened.baseUrl ? opened : openDocument(document, { ...options, baseUrl })
}

export function resolveIn(opened: OpenedDocument, slug: string): ResolvedTool | null {
  const [definition, plan] = [opened.tool(slug), opened.plan(slug)]
  return definition && plan && { definition, plan }
}
