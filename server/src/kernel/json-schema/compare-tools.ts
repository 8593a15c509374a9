import type { JsonSchema } from './schema-walk.ts'

type Schemas = { readonly inputParameters: JsonSchema; readonly outputParameters: JsonSchema }

export type SchemaChange = {
  addedParameters: string[]
  removedParameters: string[]
  changedParameters: string[]
  nowRequired: string[]
  isOutputChanged: boolean
}

/** How the schemas of a tool differ. `textOf` decides what counts: two schemas of the same text are equal. */
export function compareToolSchemas(
  before: Schemas,
  after: Schemas,
  textOf: (schema: unknown) => string,
): SchemaChange {
  const [old, now] = [before, after].map(({ inputParameters }) => parametersOf(inputParameters, textOf)) as [
    Map<string, string>,
    Map<string, string>,
  ]
  const needed = requiredOf(before.inputParameters)
  return {
    addedParameters: [...now.keys()].filter((name) => !old.has(name)),
    removedParameters: [...old.keys()].filter((name) => !now.has(name)),
    changedParameters: [...now.keys()].filter((name) => old.has(name) && old.get(name) !== now.get(name)),
    nowRequired: [...requiredOf(after.inputParameters)].filter((name) => !needed.has(name)),
    isOutputChanged: textOf(before.outputParameters) !== textOf(after.outputParameters),
  }
}

/** Every input with all that it refers to. */
function parametersOf(
  { properties, $defs }: JsonSchema,
  textOf: (schema: unknown) => string,
): Map<string, string> {
  return new Map(
    Object.entries(properties ?? {}).map(([name, property]) => {
      const text = textOf(property)
      return [name, text.includes('"$ref"') ? `${text}${textOf(reached(property, $defs))}` : text]
    }),
  )
}

/** The definitions that a schema leads to. */
function reached(schema: unknown, definitions: unknown): unknown {
  const all = new Map(Object.entries(definitions ?? {}))
  const found = new Map<string, unknown>()
  const look = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value ?? null).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
      if (found.has(name!)) continue
      const definition = all.get(name!)
      found.set(name!, definition)
      look(definition)
    }
  }
  look(schema)
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
}

const requiredOf = ({ required }: JsonSchema): Set<string> =>
  new Set(Array.isArray(required) ? required.map(String) : [])

/** As text with sorted keys; a replacer may leave parts out. */
export const orderedText = (value: unknown, isLeftOut?: (key: string, child: unknown) => boolean): string =>
  JSON.stringify(value, (key, child: unknown) => {
    if (isLeftOut?.(key, child)) return undefined
    if (typeof child !== 'object' || child === null || Array.isArray(child)) return child
    return Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
  }) ?? ''
