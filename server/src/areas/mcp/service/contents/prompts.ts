import { mapPage } from '../../../../kernel/page.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type {
  CreatePromptBody,
  McpPrompt,
  McpPromptSummary,
  PromptArgument,
  PromptContent,
  PromptMessage,
  UpdatePromptBody,
} from '../../schema/contents/prompt.ts'
import type { ContentQuery } from '../../schema/contents/resource.ts'
import type { Content, ContentRow, SummaryRow } from '../../store/content.ts'
import { type ContentDeps, createContentService } from './contents.ts'
import { checkPlaceholders } from './refusals.ts'

export type PromptFacts = { arguments: PromptArgument[] }
type Row = ContentRow<PromptFacts, PromptMessage[]>
type Made = Content<PromptFacts, PromptMessage[]>

const rules = {
  kind: 'prompt',
  max: 200,
  notFound: 'mcp_prompt_not_found',
  limitReached: 'mcp_prompt_limit_reached',
  keyName: 'name',
} as const

/** Messages that a user chooses in a client, with arguments filled in. */
export function createPrompts(deps: ContentDeps) {
  const contents = createContentService<PromptFacts, PromptMessage[]>(deps, rules)
  return {
    list: async (scope: Scope, serverId: string, query: ContentQuery) =>
      mapPage(await contents.list(scope, serverId, query), summaryOf),
    get: async (scope: Scope, serverId: string, id: string) => shown(await contents.get(scope, serverId, id)),
    create: async (scope: Scope, serverId: string, { title = null, ...body }: CreatePromptBody) =>
      shown(await contents.create(scope, serverId, () => made({ ...body, title }))),
    async update(
      scope: Scope,
      serverId: string,
      id: string,
      body: UpdatePromptBody,
      ifMatch: readonly string[] | null,
    ): Promise<McpPrompt> {
      const row = await contents.update(scope, serverId, id, ifMatch, (_tx, was) => {
        const { name, title, description, facts, body: messages } = was
        const set = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
        return made({ name, title, description, arguments: facts.arguments, messages: messages!, ...set })
      })
      return shown(row)
    },
    remove: contents.remove,
  }
}

export type Prompts = ReturnType<typeof createPrompts>

type Prompt = Pick<McpPrompt, 'name' | 'title' | 'description' | 'arguments' | 'messages'>

function made({ name, title, description, arguments: declared, messages }: Prompt): Made {
  const names = declared.map((argument) => argument.name)
  for (const [at, { content }] of messages.entries())
    for (const [field, template] of Object.entries(templatesOf(content)))
      checkPlaceholders(template, `/messages/${at}/content/${field}`, { names, what: 'argument' })
  return { key: name, name, title, description, facts: { arguments: declared }, body: messages, fileId: null }
}

function templatesOf(content: PromptContent): Record<string, string> {
  if (content.type === 'text') return { text: content.text }
  if (content.type === 'resource_link') return { uri: content.uri, name: content.name }
  if (content.type !== 'resource') return {}
  return { 'resource/uri': content.resource.uri, 'resource/text': content.resource.text }
}

function summaryOf({ key: _, facts, fileId: __, ...row }: SummaryRow<PromptFacts>): McpPromptSummary {
  return { ...row, arguments: facts.arguments }
}

const shown = ({ body, ...row }: Row): McpPrompt => ({ ...summaryOf(row), messages: body! })
