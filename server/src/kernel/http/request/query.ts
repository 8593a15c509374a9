import { AppError } from '../../errors.ts'

export type RawQuery = Record<string, string | string[]>

/**
 * Reads a query string into texts and lists of texts. Empty values count as not given, because forms and
 * generated clients send `status=` when they mean nothing.
 */
export function parseQuery(queryString: string): RawQuery {
  const query: RawQuery = Object.create(null)
  for (const [name, value] of new URLSearchParams(queryString)) {
    if (value === '') continue
    if (value.includes('\0'))
      throw new AppError('invalid_parameter', `${printable(name)} has a NUL character`)
    const earlier = query[name]
    if (earlier === undefined) query[name] = value
    else if (typeof earlier === 'string') query[name] = [earlier, value]
    else earlier.push(value)
  }
  return query
}

const printable = (name: string) => name.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)

/** Replaces other names by the real ones. Two names for one purpose with different values cannot both be meant. */
export function resolveAliases(query: RawQuery, aliases: Readonly<Record<string, string>>): RawQuery {
  const resolved: RawQuery = Object.assign(Object.create(null), query)
  for (const [alias, value] of Object.entries(query)) {
    if (!Object.hasOwn(aliases, alias)) continue
    const name = aliases[alias]!
    delete resolved[alias]
    const other = resolved[name]
    if (other !== undefined && String(other) !== String(value)) {
      throw new AppError('invalid_parameter', `${alias} is an alias of ${name}, but their values differ`, {
        details: [
          { in: 'query', path: alias, rule: 'conflict', message: `differs from ${name}`, received: value },
        ],
        hint: `Send only ${name}.`,
      })
    }
    resolved[name] = value
  }
  return resolved
}

/** A list of names for a header: only what a header can carry, and not without end. */
export const headerList = (names: Iterable<string>): string =>
  [...names].slice(0, 20).map(printable).join(', ')
