import {
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
} from '@modelcontextprotocol/server'
import type { Queryable } from '../../../../kernel/db/db.ts'
import { type Scope, systemScope } from '../../../../kernel/scope.ts'
import { nearMatch } from '../../../../kernel/text/near-match.ts'
import { filledLength, fillPlaceholders } from '../../../../kernel/text/placeholders.ts'
import type { PromptArgument, PromptContent, PromptMessage } from '../../schema/contents/prompt.ts'
import { parseUriTemplate, variablesIn } from '../../schema/contents/uri-template.ts'
import { findContent, findContentByKey, listAllContents } from '../../store/content.ts'
import type { ContentSource } from './contents.ts'
import { type FileReader, fileContents } from './file-contents.ts'

type Deps = { db: Queryable; files: FileReader }
type Values = Readonly<Record<string, string>>
type ResourceFacts = { mimeType: string }
type PromptFacts = { arguments: PromptArgument[] }

/** A client holds the whole response in memory, and so does the model. */
const maxFilled = 1024 * 1024

/** Resources and prompts that a server was given by the API. A caller of the server may read them. */
export function serverContent({ db, files }: Deps, serverId: string): ContentSource {
  const resources = { serverId, kind: 'resource' } as const
  const prompts = { serverId, kind: 'prompt' } as const

  const listed = async (scope: Scope, isTemplate: boolean) =>
    (await listAllContents<ResourceFacts>(db, scope, resources)).filter(
      ({ key }) => parseUriTemplate(key).names.length > 0 === isTemplate,
    )

  async function readTemplate(scope: Scope, uri: string): Promise<ReadResourceResult | null> {
    for (const { id, key, facts } of await listed(scope, true)) {
      const values = variablesIn(parseUriTemplate(key), uri)
      if (values === null) continue
      const text = (await findContent<unknown, string>(db, scope, resources, id))?.body ?? ''
      checkLength([text], values, 'resource')
      return { contents: [{ uri, mimeType: facts.mimeType, text: fillPlaceholders(text, values) }] }
    }
    return null
  }

  return {
    resources: {
      list: async (scope) => (await listed(scope, false)).map((row) => ({ uri: row.key, ...entryOf(row) })),
      listTemplates: async (scope) =>
        (await listed(scope, true)).map((row) => ({ uriTemplate: row.key, ...entryOf(row) })),
      async read(scope, uri) {
        const row = await findContentByKey<ResourceFacts, string>(db, scope, resources, uri)
        if (!row || parseUriTemplate(row.key).names.length > 0) return readTemplate(scope, uri)
        const { mimeType } = row.facts
        if (row.fileId !== null)
          return fileContents(files, systemScope(scope.projectId), row.fileId, { uri, mimeType })
        return { contents: [{ uri, mimeType, text: row.body ?? '' }] }
      },
    },
    prompts: {
      list: async (scope) =>
        (await listAllContents<PromptFacts>(db, scope, prompts)).map(({ key, facts, ...row }) => ({
          name: key,
          ...shownOf(row),
          arguments: facts.arguments.map(({ suggestions: _, title, ...argument }) => ({
            ...argument,
            ...(title == null ? {} : { title }),
          })),
        })),
      async get(scope, name, given): Promise<GetPromptResult | null> {
        const row = await findContentByKey<PromptFacts, PromptMessage[]>(db, scope, prompts, name)
        if (!row) return null
        const values = valuesOf(row.facts.arguments, given)
        const messages = row.body ?? []
        checkLength(
          messages.map(({ content }) => JSON.stringify(content)),
          values,
          'prompt',
        )
        return {
          description: row.description,
          messages: messages.map(({ role, content }) => ({ role, content: filled(content, values) })),
        }
      },
    },
    async complete(scope, { ref, argument, value }) {
      if (ref.type !== 'ref/prompt') return null
      const row = await findContentByKey<PromptFacts, unknown>(db, scope, prompts, ref.name)
      const declared = row?.facts.arguments.find(({ name }) => name === argument)
      const begin = value.toLowerCase()
      return declared?.suggestions.filter((each) => each.toLowerCase().startsWith(begin)) ?? null
    },
  }
}

type Shown = { title: string | null; description: string }

const shownOf = ({ title, description }: Shown) => ({
  ...(title === null ? {} : { title }),
  ...(description === '' ? {} : { description }),
})

const entryOf = ({ name, facts, ...row }: Shown & { name: string; facts: ResourceFacts }) => ({
  name,
  ...shownOf(row),
  mimeType: facts.mimeType,
})

const refused = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

/** The value of each argument. What is optional and was left out is an empty text. */
function valuesOf(declared: readonly PromptArgument[], given: Values): Values {
  const names = declared.map(({ name }) => name)
  const missing = declared.filter(({ name, required }) => required && !Object.hasOwn(given, name))
  if (missing.length > 0) throw refused(`Missing arguments: ${missing.map(({ name }) => name).join(', ')}`)
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown === undefined) return { ...Object.fromEntries(names.map((name) => [name, ''])), ...given }
  const near = nearMatch(unknown, names)
  const has = names.length === 0 ? 'The prompt has none' : `The prompt has ${names.join(', ')}`
  const hint = near === null ? has : `Did you mean ${near}?`
  throw refused(`Unknown argument: ${unknown.slice(0, 100)}. ${hint}`)
}

function checkLength(templates: readonly string[], values: Values, what: string): void {
  const length = templates.reduce((sum, template) => sum + filledLength(template, values), 0)
  if (length > maxFilled)
    throw refused(`The ${what} would have ${length} characters with these values; at most ${maxFilled}`)
}

function filled(content: PromptContent, values: Values): PromptContent {
  const fill = (template: string) => fillPlaceholders(template, values)
  if (content.type === 'text') return { ...content, text: fill(content.text) }
  if (content.type === 'resource_link')
    return { ...content, uri: fill(content.uri), name: fill(content.name) }
  if (content.type !== 'resource') return content
  const { uri, text, ...rest } = content.resource
  return { ...content, resource: { ...rest, uri: fill(uri), text: fill(text) } }
}
