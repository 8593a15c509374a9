import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { Scope } from '../../../../kernel/scope.ts'
import { suffixed } from '../../../../kernel/text/function-schema.ts'
import { nearMatch } from '../../../../kernel/text/near-match.ts'

/** Suggestions for an argument of a prompt or resource template. */
export type CompletionRequest = {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }
  argument: string
  value: string
}

/**
 * Resources and prompts for the clients of an MCP server: those of the server, and tables, files, knowledge and skills of
 * the project. Every call has the scope of the acting user; what a source does not find for it does not exist.
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

/** All sources together, the first ones first: of two resources with the same URI the first counts. */
export function createContents(sources: readonly ContentSource[]) {
  async function first<Found>(tried: readonly (() => Promise<Found | null>)[]): Promise<Found | null> {
    for (const attempt of tried) {
      const found = await attempt()
      if (found !== null) return found
    }
    return null
  }

  const resources = sources.flatMap((source) => source.resources ?? [])
  const prompts = sources.flatMap((source) => source.prompts ?? [])

  /** The first of several prompts with the same name keeps it. The others get a hash behind it, as tools do. */
  async function namedPrompts(scope: Scope) {
    const taken = new Set<string>()
    const lists = await Promise.all(prompts.map((source) => source.list(scope)))
    return lists.flatMap((list, at) =>
      list.map((prompt) => {
        const name = taken.has(prompt.name) ? suffixed(prompt.name) : prompt.name
        taken.add(name)
        return { source: prompts[at]!, original: prompt.name, prompt: { ...prompt, name } }
      }),
    )
  }

  return {
    hasResources: resources.length > 0,
    hasPrompts: prompts.length > 0,
    hasCompletions: sources.some(({ complete }) => complete),
    listResources: async (scope: Scope): Promise<Resource[]> =>
      (await Promise.all(resources.map((each) => each.list(scope)))).flat(),
    listTemplates: async (scope: Scope): Promise<ResourceTemplateType[]> =>
      (await Promise.all(resources.map((each) => each.listTemplates?.(scope) ?? []))).flat(),
    async readResource(scope: Scope, uri: string): Promise<ReadResourceResult> {
      const found = await first(resources.map((each) => () => each.read(scope, uri)))
      if (!found) throw new ResourceNotFoundError(uri)
      return found
    },
    listPrompts: async (scope: Scope): Promise<Prompt[]> =>
      (await namedPrompts(scope)).map(({ prompt }) => prompt),
    async getPrompt(
      scope: Scope,
      name: string,
      args: Readonly<Record<string, string>>,
    ): Promise<GetPromptResult> {
      const found = await first(prompts.map((each) => () => each.get(scope, name, args)))
      if (found) return found
      const all = await namedPrompts(scope)
      const renamed = all.find(({ prompt }) => prompt.name === name)
      const result = await renamed?.source.get(scope, renamed.original, args)
      if (result) return result
      const near = nearMatch(
        name,
        all.map(({ prompt }) => prompt.name),
      )
      const hint = near === null ? '' : `. Did you mean ${near}?`
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name.slice(0, 100)}${hint}`)
    },
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
