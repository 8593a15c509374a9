const isId = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.test(value)

// Of the event itself, or of no one's interest before it is opened.
const hiddenNames = new Set(['version', 'nodeId', 'held'])

const longestValue = 60
const mostFacts = 4

/** "maxCredits" and "max_credits" as people write it. */
const wordsOf = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '' || isId(value)) return null
  if (typeof value === 'object') return null
  const text = typeof value === 'number' ? String(Number(value.toFixed(2))) : String(value)
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text
}

/**
 * What an event is about, without ids and nested values, which its details show. The id of a workflow is replaced by its
 * name: nothing else distinguishes executions.
 */
export function eventSummary(
  data: unknown,
  workflowName: (id: string) => string | undefined = () => undefined,
): { name: string; text: string }[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data)
    .flatMap(([name, value]) => {
      const workflow = name === 'workflowId' && typeof value === 'string' ? workflowName(value) : undefined
      if (workflow !== undefined) return [{ name: 'workflow', text: workflow }]
      if (hiddenNames.has(name)) return []
      const text = textOf(value)
      return text === null ? [] : [{ name: wordsOf(name), text }]
    })
    .slice(0, mostFacts)
}
