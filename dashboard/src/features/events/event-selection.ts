/** `knowledge.*` matches everything below it, also what is added later. */
export const covers = (selector: string, type: string): boolean =>
  selector.endsWith('.*') ? type.startsWith(selector.slice(0, -1)) : selector === type

const patternOf = (type: string) => `${type.split('.')[0]}.*`

export type EventGroup<Type> = { pattern: string; types: readonly Type[] }

/** Types with the same first word, under the pattern that matches all of them. */
export const groupsOf = <Type extends { type: string }>(types: readonly Type[]): EventGroup<Type>[] =>
  [...Map.groupBy(types, ({ type }) => patternOf(type))].map(([pattern, all]) => ({ pattern, types: all }))

export const isChosen = (selection: readonly string[], type: string): boolean =>
  selection.some((selector) => covers(selector, type))

/** Taking one out of a pattern leaves the others of it by name. */
export function withType(
  selection: readonly string[],
  type: string,
  isOn: boolean,
  known: readonly string[],
): string[] {
  if (isOn) return isChosen(selection, type) ? [...selection] : [...selection, type]
  return selection.flatMap((selector) => {
    if (!covers(selector, type)) return [selector]
    return known.filter((each) => each !== type && covers(selector, each))
  })
}

export const withPattern = (selection: readonly string[], pattern: string, isOn: boolean): string[] => {
  const others = selection.filter((selector) => !covers(pattern, selector) && selector !== pattern)
  return isOn ? [...others, pattern] : others
}
