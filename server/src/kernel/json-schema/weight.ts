const charsPerPart = 64

/**
 * How many parts a value has, long texts and long names counting as several; no more than `most` are counted. Bounds what a check can
 * cost without going through a large value.
 */
export function weightOf(value: unknown, most: number): number {
  let weight = 0
  const open: unknown[] = [value]
  while (open.length > 0 && weight < most) {
    const part = open.pop()
    weight++
    if (typeof part === 'string') weight += Math.floor(part.length / charsPerPart)
    else if (typeof part === 'object' && part !== null) {
      const parts = Object.entries(part)
      // A long list is heavy whatever is in it, and copying it here would be the cost that this is to avoid.
      if (parts.length > most) return most
      for (const [name, each] of parts) {
        weight += Math.floor(name.length / charsPerPart)
        open.push(each)
      }
    }
  }
  return Math.min(weight, most)
}

// A plain schema checks each part of a value against each part of the schema at most. Up to here that takes a few
// milliseconds, the first time compiling it included.
const lightSchema = 300
const lightValue = 300
// Not so what refers to parts of itself, and patterns: those of a schema can have far more states than characters, and
// some that come with formats go over a text again and again.
const mayGrow =
  /"\$\w*[rR]ef"|"pattern":"|"patternProperties"|"format":"(?!(?:date|date-time|uuid|u?int\d+|float|double|password|binary)")/

// Tools that stay in memory come with the same object again and again, and serializing it costs more than the check.
const known = new WeakMap<object, boolean>()

/** Whether checking a small value against it takes no time worth mentioning, whatever the value says. */
export function isLightSchema(schema: object): boolean {
  let isLight = known.get(schema)
  if (isLight === undefined) {
    isLight = weightOf(schema, lightSchema) < lightSchema && !mayGrow.test(JSON.stringify(schema))
    known.set(schema, isLight)
  }
  return isLight
}

export const isLightValue = (value: unknown): boolean => weightOf(value, lightValue) < lightValue
