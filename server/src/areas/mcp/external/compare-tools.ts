import { diffJson } from '../../../kernel/json/json-diff.ts'
import { compareToolSchemas, orderedText } from '../../../kernel/json-schema/compare-tools.ts'
import type { ToolkitChanges } from '../../toolkits/index.ts'
import type { ApprovedTool, RemoteDefinition } from '../store/toolkit.ts'

type ToolChange = ToolkitChanges['changed'][number]

const maxDifferences = 50
const maxShown = 4_000

/** How the tools that a server lists now differ from those that were approved. */
export function compareTools(was: readonly ApprovedTool[], now: readonly ApprovedTool[]): ToolkitChanges {
  const before = new Map(was.map((tool) => [tool.slug, tool]))
  const after = new Set(now.map(({ slug }) => slug))
  return {
    added: now.filter(({ slug }) => !before.has(slug)).map(({ slug }) => slug),
    removed: was.filter(({ slug }) => !after.has(slug)).map(({ slug }) => slug),
    changed: now.flatMap((tool) => {
      const old = before.get(tool.slug)
      return old && old.sha256 !== tool.sha256 ? [changeOf(old, tool)] : []
    }),
  }
}

/** Breaking in every case: calls are refused until the new text is approved, because a model reads it. */
function changeOf(old: ApprovedTool, tool: ApprovedTool): ToolChange {
  const [before, after] = [knownOf(old), knownOf(tool)]
  return {
    slug: tool.slug,
    ...compareToolSchemas(schemasOf(before), schemasOf(after), orderedText),
    isBreaking: true,
    differences: diffJson(
      comparable({ name: old.remoteName, ...before }),
      comparable({ name: tool.remoteName, ...after }),
      maxDifferences,
    ).map((difference) => ({
      path: difference.path,
      kind: difference.kind,
      before: shownOf(difference.before),
      after: shownOf(difference.after),
    })),
  }
}

/** Tools that were approved by an earlier version of the product have no definition: parts of it are all there is. */
const knownOf = ({ definition, entry, inputSchema }: ApprovedTool): Partial<RemoteDefinition> =>
  definition ?? {
    description: entry.description,
    inputSchema: inputSchema as RemoteDefinition['inputSchema'],
  }

const schemasOf = ({ inputSchema, outputSchema }: Partial<RemoteDefinition>) => ({
  inputParameters: inputSchema ?? {},
  outputParameters: outputSchema ?? {},
})

/** Without what is undefined: it would be a difference to what is not there. */
const comparable = (described: Partial<RemoteDefinition> & { name: string }): unknown =>
  JSON.parse(JSON.stringify(described))

function shownOf(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === undefined) return null
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : value
}

export const isChanged = ({ added, removed, changed }: ToolkitChanges): boolean =>
  added.length + removed.length + changed.length > 0
