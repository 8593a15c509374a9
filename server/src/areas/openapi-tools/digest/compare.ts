import { compareToolSchemas, orderedText } from '../../../kernel/json-schema/compare-tools.ts'
import type { ToolkitChanges } from '../../toolkits/index.ts'
import type { OpenedDocument } from '../document/open-document.ts'

type ToolChange = ToolkitChanges['changed'][number]

/** Tools that came, went or take something else than before. */
export function compareDocuments(old: OpenedDocument, next: OpenedDocument): ToolkitChanges {
  const before = new Set(old.operations().map(({ slug }) => slug))
  const after = new Set(next.operations().map(({ slug }) => slug))
  return {
    added: [...after].filter((slug) => !before.has(slug)),
    removed: [...before].filter((slug) => !after.has(slug)),
    changed: [...after].filter((slug) => before.has(slug)).flatMap((slug) => changeOf(slug, old, next)),
  }
}

function changeOf(slug: string, old: OpenedDocument, next: OpenedDocument): ToolChange[] {
  const found = compareToolSchemas(old.tool(slug)!, next.tool(slug)!, meaningOf)
  const { addedParameters, removedParameters, changedParameters, nowRequired, isOutputChanged } = found
  const isBreaking = removedParameters.length + changedParameters.length + nowRequired.length > 0
  const isChanged = isBreaking || addedParameters.length > 0 || isOutputChanged
  return isChanged ? [{ slug, ...found, isBreaking }] : []
}

// Words alone change nothing that a call could notice.
const words = new Set(['description', 'title', 'deprecated', 'default'])

const meaningOf = (value: unknown): string =>
  orderedText(value, (key, child) => words.has(key) && typeof child !== 'object')
