import {
  type GetPromptResult,
  type Prompt,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { Scope } from '../../../kernel/scope.ts'

/** What an argument of a prompt or resource template is completed from. */
export type CompletionRequest = {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }
  argument: string
  value: string
}

/**
 * Resources and prompts of an area, for the clients of every MCP server of a project: tables, files, knowledge, skills.
 * Every call has the scope of the acting user; what a source does not find for it does not exist.
 */
export type ContentSource = {
  resources?: {
    list(scope: Scope): Promise<readonly Resource[]>
    listTemplates?(scope: Scope): Promise<readonly ResourceTemplateType[]>
    /** Null when it is none of this source. */
    read(scope: Scope, uri: string): Promise<ReadResourceResult | null>
  }
  prompts?: {
    list(scope: Scope): Promise<readonly Prompt[]>
    get(scope: Scope, name: string, args: Readonly<Record<string, string>>): Promise<GetPromptResult | null>
  }
  /** Null for what is none of this source. */
  complete?(scope: Scope, request: CompletionRequest): Promise<readonly string[] | null>
}

const maxCompletions = 100

/** All sources together; of two with the same name the first counts. */
export function createContents() {
  const sources: ContentSource[] = []

  async function first<Found>(tried: readonly (() => Promise<Found | null>)[]): Promise<Found | null> {
    for (const attempt of tried) {
      const found = await attempt()
      if (found !== null) return found
    }
    return null
  }

  const resources = () => sources.flatMap((source) => source.resources ?? [])
  const prompts = () => sources.flatMap((source) => source.prompts ?? [])

  return {
    register: (source: ContentSource): void => void sources.push(source),
    hasPrompts: () => prompts().length > 0,
    hasCompletions: () => sources.some(({ complete }) => complete),
    listResources: async (scope: Scope): Promise<Resource[]> =>
      (await Promise.all(resources().map((each) => each.list(scope)))).flat(),
    listTemplates: async (scope: Scope): Promise<ResourceTemplateType[]> =>
      (await Promise.all(resources().map((each) => each.listTemplates?.(scope) ?? []))).flat(),
    async readResource(scope: Scope, uri: string): Promise<ReadResourceResult> {
      const found = await first(resources().map((each) => () => each.read(scope, uri)))
      if (!found) throw new ResourceNotFoundError(uri)
      return found
    },
    listPrompts: async (scope: Scope): Promise<Prompt[]> =>
      (await Promise.all(prompts().map((each) => each.list(scope)))).flat(),
    getPrompt: (scope: Scope, name: string, args: Readonly<Record<string, string>>) =>
      first(prompts().map((each) => () => each.get(scope, name, args))),
    async complete(scope: Scope, request: CompletionRequest) {
      const all =
        (await first(
          sources.map((source) => async () => (await source.complete?.(scope, request)) ?? null),
        )) ?? []
      const values = all.slice(0, maxCompletions)
      return { values, total: all.length, hasMore: all.length > values.length }
    },
  }
}

export type Contents = ReturnType<typeof createContents>
