import { someOf } from '../size.ts'

/** Members that hardly any shape takes. */
const strange = someOf(
  [undefined, { leak: 1 }, null, 'text', Number.NaN, [7], true, 7, 1.5, '', [], {}] as readonly unknown[],
  2,
)

/** The value with one more member, and with each of its members left out or replaced, at every depth. */
export function* variantsOf(value: unknown): Generator<unknown> {
  yield value
  if (Array.isArray(value)) {
    for (const one of value.length > 0 ? variantsOf(value[0]) : []) yield [one, ...value.slice(1)]
    return
  }
  if (typeof value !== 'object' || value === null) return
  yield { ...value, leak: { of: 'tomorrow' } }
  for (const [name, member] of Object.entries(value)) {
    yield Object.fromEntries(Object.entries(value).filter(([each]) => each !== name))
    for (const other of strange) yield { ...value, [name]: other }
    for (const one of variantsOf(member)) yield { ...value, [name]: one }
  }
}
