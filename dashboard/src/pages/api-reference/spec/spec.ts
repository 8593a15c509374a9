import { type ErrorCode, methods, type OpenApiDocument, type RawOperation } from './document.ts'

/** What the list shows of an operation; the rest is read when it is opened, in `operation.ts`. */
export type ListedOperation = {
  /** Method and path: the part of the URL behind `#`. */
  id: string
  method: string
  path: string
  area: string
  summary: string
  isDeprecated: boolean
  searchText: string
}

export type Area = { name: string; operations: ListedOperation[] }

export type Spec = {
  document: OpenApiDocument
  version: string
  areas: Area[]
  /** In the order of the list, which is the order in which the keyboard moves. */
  operations: ListedOperation[]
  errorCodes: Record<string, ErrorCode>
}

/** The operations of a document by area, without areas that have none. */
export function readSpec(document: OpenApiDocument): Spec {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const raw = item[method]
      return raw ? [listed(method.toUpperCase(), path, raw)] : []
    }),
  )
  const byArea = Map.groupBy(operations, ({ area }) => area)
  const names = new Set([...(document.tags ?? []).map(({ name }) => name), ...byArea.keys()])
  const areas = [...names]
    .map((name) => ({ name, operations: byArea.get(name) ?? [] }))
    .filter((area) => area.operations.length > 0)
  return {
    document,
    version: document.info?.version ?? '',
    areas,
    operations: areas.flatMap((area) => area.operations),
    errorCodes: document.components?.['x-error-codes'] ?? {},
  }
}

function listed(method: string, path: string, raw: RawOperation): ListedOperation {
  const area = raw.tags?.[0] ?? 'Other'
  const summary = raw.summary ?? path
  const words = [method, path, summary, area, raw.operationId, raw['x-permission'], raw['x-access']]
  return {
    id: `${method}${path}`,
    method,
    path,
    area,
    summary,
    isDeprecated: raw.deprecated === true,
    searchText: words.filter(Boolean).join(' ').toLowerCase(),
  }
}

/** Every word has to occur, in any order: `post user` finds the operation that creates users. */
const matches = (text: string, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))

export type SearchResult = { areas: Area[]; operations: ListedOperation[]; errorCodes: string[] }

/** What matches a query; without one, every operation and no error code. */
export function searchSpec({ areas, errorCodes }: Spec, query: string): SearchResult {
  const text = query.trim()
  const found = areas
    .map(({ name, operations }) => ({
      name,
      operations: operations.filter(({ searchText }) => matches(searchText, text)),
    }))
    .filter(({ operations }) => operations.length > 0)
  return {
    areas: found,
    operations: found.flatMap(({ operations }) => operations),
    errorCodes:
      text === ''
        ? []
        : Object.entries(errorCodes)
            .filter(([code, { status }]) => matches(`${code} ${status}`, text))
            .map(([code]) => code),
  }
}
