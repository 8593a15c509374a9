import type { Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { mapPage } from '../../../../kernel/page.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type {
  ContentQuery,
  CreateResourceBody,
  McpResource,
  McpResourceSummary,
  UpdateResourceBody,
} from '../../schema/contents/resource.ts'
import { parseUriTemplate } from '../../schema/contents/uri-template.ts'
import type { Content, ContentRow, SummaryRow } from '../../store/content.ts'
import { type ContentDeps, createContentService } from './contents.ts'
import { checkPlaceholders } from './refusals.ts'

export type ResourceFacts = { mimeType: string }
type Row = ContentRow<ResourceFacts, string>
type Made = Content<ResourceFacts, string>

const rules = {
  kind: 'resource',
  max: 500,
  notFound: 'mcp_resource_not_found',
  limitReached: 'mcp_resource_limit_reached',
  keyName: 'URI',
} as const

const fileInTemplate = () => {
  const message = 'is not allowed in a template: its variables are filled in to a text'
  return new AppError('invalid_parameter', `fileId ${message}`, {
    details: [{ in: 'body', path: '/fileId', rule: 'custom', message }],
  })
}

/** Texts and files that clients of a server read by their URIs. */
export function createResources(deps: ContentDeps) {
  const contents = createContentService<ResourceFacts, string>(deps, rules)

  /** `mimeType` is null where the file, or the text, decides it. */
  async function made(
    tx: Tx,
    scope: Scope,
    { mimeType, ...content }: Omit<Made, 'facts'> & { mimeType: string | null },
  ): Promise<Made> {
    const { names } = parseUriTemplate(content.key)
    if (content.fileId !== null && names.length > 0) throw fileInTemplate()
    if (names.length > 0)
      checkPlaceholders(content.body ?? '', '/text', { names, what: 'variable of the URI' })
    const file = content.fileId === null ? null : await deps.files.get(tx, scope, content.fileId)
    return { ...content, facts: { mimeType: mimeType ?? file?.mimeType ?? 'text/plain' } }
  }

  return {
    list: async (scope: Scope, serverId: string, query: ContentQuery) =>
      mapPage(await contents.list(scope, serverId, query), summaryOf),
    get: async (scope: Scope, serverId: string, id: string) => shown(await contents.get(scope, serverId, id)),
    async create(scope: Scope, serverId: string, body: CreateResourceBody): Promise<McpResource> {
      const { uri: key, text = null, fileId = null, title = null, mimeType = null, ...rest } = body
      const content = { ...rest, key, title, mimeType, body: text, fileId }
      return shown(await contents.create(scope, serverId, (tx) => made(tx, scope, content)))
    },
    async update(
      scope: Scope,
      serverId: string,
      id: string,
      body: UpdateResourceBody,
      ifMatch: readonly string[] | null,
    ): Promise<McpResource> {
      const row = await contents.update(scope, serverId, id, ifMatch, (tx, was) =>
        made(tx, scope, changed(was, body)),
      )
      return shown(row)
    },
    remove: contents.remove,
  }
}

export type Resources = ReturnType<typeof createResources>

function changed(was: Row, body: UpdateResourceBody) {
  const { uri: key = was.key, name = was.name, title = was.title, description = was.description } = body
  const { text = body.fileId === undefined ? was.body : null } = body
  const { fileId = body.text === undefined ? was.fileId : null } = body
  // Another content has another type, unless the caller says so.
  const isSameSource = fileId === was.fileId
  const { mimeType = isSameSource ? was.facts.mimeType : null } = body
  return { key, name, title, description, mimeType, body: text, fileId }
}

const summaryOf = ({ key, facts, ...row }: SummaryRow<ResourceFacts>): McpResourceSummary => ({
  ...row,
  uri: key,
  isTemplate: parseUriTemplate(key).names.length > 0,
  mimeType: facts.mimeType,
})

const shown = ({ body, ...row }: Row): McpResource => ({ ...summaryOf(row), text: body })
