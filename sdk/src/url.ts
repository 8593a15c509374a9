import { invalidCall } from './error.ts'

type Value = string | number | boolean | Date | null | undefined
export type Query = Readonly<Record<string, Value | readonly Value[]>>
export type Params = Readonly<Record<string, string | number>>

/** The URL of a call. The path of the base URL is preserved, for servers behind a proxy. */
export function callUrl(baseUrl: string, path: string, params: Params = {}, query: Query = {}): string {
  const search = searchOf(query)
  return `${baseUrl}${filled(path, params)}${search === '' ? '' : `?${search}`}`
}

/** The URL of the API works as well as that of the server. */
export const baseOf = (url: string): string => url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')

function filled(path: string, params: Params): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    const text = value === undefined ? '' : String(value)
    // Dots would be resolved like those of a file path and lead to another endpoint.
    if (text === '' || text === '.' || text === '..')
      throw invalidCall(`The path parameter ${name} of ${path} must not be "${text}"`)
    return encodeURIComponent(text)
  })
}

function searchOf(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat() as Value[])
      if (each !== undefined && each !== null)
        search.append(name, each instanceof Date ? each.toISOString() : String(each))
  return search.toString()
}
