const methods = ['get', 'post', 'put', 'patch', 'delete']

/** The list of operations by area. Details are read only for the one that is open, in `operation.js`. */
export function readSpec(document) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => listed(method.toUpperCase(), path, item[method])),
  )
  const described = new Map((document.tags ?? []).map((tag) => [tag.name, tag.description ?? '']))
  const names = new Set([...described.keys(), ...operations.map((operation) => operation.area)])
  const areas = [...names]
    .map((name) => ({
      name,
      description: described.get(name) ?? '',
      operations: operations.filter((operation) => operation.area === name),
    }))
    .filter((area) => area.operations.length > 0)
  return {
    document,
    title: document.info?.title ?? 'API',
    version: document.info?.version ?? '',
    areas,
    // In the order of the list, which is the order in which the keyboard walks.
    operations: areas.flatMap((area) => area.operations),
    errorCodes: document.components?.['x-error-codes'] ?? document['x-error-codes'] ?? {},
  }
}

function listed(method, path, raw) {
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

/** Every word has to occur somewhere, in any order: `post user` finds what creates users. */
export function matches(searchText, query) {
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searchText.includes(word))
}
