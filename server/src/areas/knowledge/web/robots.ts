export type RobotsRule = { path: string; isAllowed: boolean }
export type Robots = { rules: RobotsRule[]; delayMs: number | null; sitemaps: string[] }

export const openRobots: Robots = { rules: [], delayMs: null, sitemaps: [] }
export const closedRobots: Robots = { rules: [{ path: '/', isAllowed: false }], delayMs: null, sitemaps: [] }

const agent = 'stoa'
const maxRules = 1_000
const maxSitemaps = 5
const maxDelayMs = 10_000

type Group = { agents: string[]; rules: RobotsRule[]; delayMs: number | null }

/** What a robots.txt says to us: the group of our name, else the one of all. */
export function parseRobots(text: string): Robots {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let isNaming = false
  for (const line of text.slice(0, 500_000).split(/\r\n?|\n/)) {
    const [, field = '', value = ''] =
      /^\s*([\w-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line.slice(0, 2_000)) ?? []
    const name = field.toLowerCase()
    if (name === 'sitemap' && sitemaps.length < maxSitemaps) sitemaps.push(value)
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [], delayMs: null })
      groups.at(-1)!.agents.push(value.toLowerCase())
    }
    isNaming = name === 'user-agent' || (isNaming && name === '')
    const group = groups.at(-1)
    if (!group) continue
    // An empty rule allows everything, as if it were not there.
    if ((name === 'allow' || name === 'disallow') && value !== '')
      group.rules.push({ path: value, isAllowed: name === 'allow' })
    else if (name === 'crawl-delay' && Number(value) >= 0)
      group.delayMs = Math.min(Number(value) * 1_000, maxDelayMs)
  }
  const of = (wanted: (name: string) => boolean) => groups.filter(({ agents }) => agents.some(wanted))
  const own = of((name) => name === agent || name.startsWith(`${agent}/`))
  const ours = own.length > 0 ? own : of((name) => name === '*')
  return {
    rules: ours.flatMap(({ rules }) => rules).slice(0, maxRules),
    delayMs: ours.find(({ delayMs }) => delayMs !== null)?.delayMs ?? null,
    sitemaps,
  }
}

/** The longest rule that matches decides, and of two as long the one that allows. */
export function isAllowed({ rules }: Robots, address: string): boolean {
  const { pathname, search } = new URL(address)
  const path = pathname + search
  const matching = rules.filter((rule) => matches(rule.path, path))
  const longest = matching.reduce((most, rule) => Math.max(most, rule.path.length), 0)
  const deciding = matching.filter((rule) => rule.path.length === longest)
  return deciding.length === 0 || deciding.some((rule) => rule.isAllowed)
}

/** `*` is anything and `$` the end. Without a regular expression: patterns of others must not take time without end. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...rest] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [i, part] of rest.entries()) {
    if (isWhole && i === rest.length - 1) return path.length - part.length >= at && path.endsWith(part)
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return !isWhole || at === path.length
}
