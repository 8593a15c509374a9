import type { AreaEventType } from '../area.ts'
import { sqlText } from '../db/db.ts'

/** Every published event type, `noun.past`: what the manifests of the areas declare. */
export type EventType = AreaEventType

/** The types that the areas publish, each with when it does; what they are selected by. */
export function createEventTypes(descriptions: Readonly<Record<string, string>>) {
  const types = Object.keys(descriptions).sort() as EventType[]
  return {
    types: types as readonly EventType[],
    /** `knowledge.*` and `knowledge.source.*` match everything below them. */
    patterns: [...new Set(types.flatMap(patternsOf))] as readonly string[],
    describe: () => types.map((type) => ({ type, description: descriptions[type]! })),
    /** The types that any of the selectors matches; an empty list matches every type. */
    select: (selectors: readonly string[]): readonly EventType[] =>
      selectors.length === 0
        ? types
        : types.filter((type) => selectors.some((selector) => covers(selector, type))),
  }
}

export type EventTypes = ReturnType<typeof createEventTypes>

/** What selects events of the type: itself, and the patterns above it. */
export const selectorsOf = (type: EventType): string[] => [type, ...patternsOf(type)]

/** The same in SQL, of the event `e`. */
export const selectorsOfEvent = sqlText(`(e.type || array(
  select array_to_string((string_to_array(e.type, '.'))[1:words], '.') || '.*'
  from generate_series(1, cardinality(string_to_array(e.type, '.')) - 1) as words))`)

function patternsOf(type: EventType): string[] {
  const words = type.split('.')
  return words.slice(1).map((_, i) => `${words.slice(0, i + 1).join('.')}.*`)
}

const covers = (selector: string, type: EventType): boolean =>
  selector.endsWith('.*') ? type.startsWith(selector.slice(0, -1)) : selector === type
