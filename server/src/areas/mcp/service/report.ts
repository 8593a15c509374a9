import type { Tool } from '@modelcontextprotocol/server'
import type { McpReport } from '../schema/lint.ts'
import { advisedTools } from '../schema/server.ts'

type Finding = McpReport['findings'][number]

const charactersPerToken = 4
const largeTool = 1_000
const shortDescription = 20

const tokensOf = (tool: Tool): number => Math.ceil(JSON.stringify(tool).length / charactersPerToken)

const singular = (word: string): string =>
  word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<=[sxz]|ch|sh)es$|(?<!s)s$/, '') : word

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]+/)
    .map(singular)
    .sort()
    .join(' ')

const finding = (rule: Finding['rule'], tools: readonly Pick<Tool, 'name'>[], message: string): Finding[] =>
  tools.length === 0 ? [] : [{ rule, tools: tools.map(({ name }) => name), message }]

/** Tools with the same words in their names, in whatever order and number: `lookup_user`, `users_lookup`. */
const similar = (tools: readonly Tool[]): Finding[] =>
  Object.values(Object.groupBy(tools, ({ name }) => wordsOf(name))).flatMap((same = []) =>
    same.length > 1 ? finding('similar_names', same, 'A model cannot distinguish these names.') : [],
  )

const isUnsafe = ({ annotations: hints = {} }: Tool): boolean =>
  hints.readOnlyHint === true
    ? hints.destructiveHint === true
    : hints.openWorldHint !== false && hints.destructiveHint === undefined

/** What makes a server hard to use for a model, or dangerous for its user. */
export function reportOn(tools: readonly Tool[], renamed: readonly { name: string }[]): McpReport {
  const sized = tools
    .map((tool) => ({ name: tool.name, tokens: tokensOf(tool) }))
    .sort((a, b) => b.tokens - a.tokens)
  const vague = tools.filter(
    ({ name, title, description = '' }) =>
      description.trim().length < shortDescription || description === title || description === name,
  )
  return {
    toolCount: tools.length,
    tokens: sized.reduce((sum, { tokens }) => sum + tokens, 0),
    tools: sized,
    findings: [
      ...(tools.length > advisedTools
        ? finding('too_many_tools', tools, `Models choose badly among more than ${advisedTools} tools.`)
        : []),
      ...finding(
        'large_tool',
        tools.filter((tool) => tokensOf(tool) > largeTool),
        `Each takes more than ${largeTool} tokens of every conversation.`,
      ),
      ...finding('vague_description', vague, 'The description does not say when to use the tool.'),
      ...similar(tools),
      ...finding(
        'equal_names',
        renamed,
        'Each has another name than its slug, because another tool has that.',
      ),
      ...finding(
        'unsafe_hints',
        tools.filter(isUnsafe),
        'The hints contradict each other, or do not say whether the tool deletes something.',
      ),
    ],
  }
}
