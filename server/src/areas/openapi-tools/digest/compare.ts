import type { JsonSchema, ToolkitChanges } from '../../toolkits/index.ts'
import type { OpenedDocument } from '../document/open-document.ts'
import { listOf, memberOf } from '../document/pointer.ts'

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
  const [before, after] = [old.tool(slug)!, next.tool(slug)!]
  const [known, now] = [propertiesOf(before.inputParameters), propertiesOf(after.inputParameters)]
  const [needed, needs] = [requiredOf(before.inputParameters), requiredOf(after.inputParameters)]
  const addedParameters = [...now.keys()].filter((name) => !known.has(name))
  const removedParameters = [...known.keys()].filter((name) => !now.has(name))
  const changedParameters = [...now].filter(([name, text]) => known.has(name) && known.get(name) !== text)
  const nowRequired = [...needs].filter((name) => !needed.has(name))
  const isOutputChanged = meaningOf(before.outputParameters) !== meaningOf(after.outputParameters)
  const change = {
    slug,
    addedParameters,
    removedParameters,
    nowRequired,
    isOutputChanged,
    changedParameters: changedParameters.map(([name]) => name),
    isBreaking: removedParameters.length + changedParameters.length + nowRequired.length > 0,
  }
  return change.isBreaking || addedParameters.length > 0 || isOutputChanged ? [change] : []
}

/** Every input with all that it refers to, as a text that is the same for the same meaning. */
function propertiesOf(schema: JsonSchema): Map<string, string> {
  const definitions = memberOf(schema, '$defs')
  return new Map(
    Object.entries((memberOf(schema, 'properties') ?? {}) as JsonSchema).map(([name, property]) => {
      const text = meaningOf(property)
      return [name, text.includes('"$ref"') ? `${text}${meaningOf(reached(property, definitions))}` : text]
    }),
  )
}

/** The definitions that a schema leads to. */
function reached(schema: unknown, definitions: unknown): unknown {
  const found = new Map<string, unknown>()
  const look = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value ?? null).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
      if (found.has(name!)) continue
      const definition = memberOf(definitions, name!)
      found.set(name!, definition)
      look(definition)
    }
  }
  look(schema)
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
}

const requiredOf = (schema: JsonSchema): Set<string> =>
  new Set(listOf(memberOf(schema, 'required')).map(String))

// Words alone change nothing that a call could notice.
const words = new Set(['description', 'title', 'deprecated', 'default'])

const meaningOf = (value: unknown): string =>
  JSON.stringify(value, (key, child: unknown) => {
    if (words.has(key) && typeof child !== 'object') return undefined
    if (typeof child !== 'object' || child === null || Array.isArray(child)) return child
    return Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
  }) ?? ''
