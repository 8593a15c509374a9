import { globSync } from 'node:fs'
import { famous } from './famous.ts'

/** The largest need request signatures or tenants; the rest are copies, templates or descriptions of webhooks. */
const leftOut = [
  /^(azure\.com|amazonaws\.com|apisetu\.gov\.in)(\/|$)/,
  /^microsoft\.com\/graph-beta$/,
  /^github\.com\/(ghes|github\.ae)/,
  /^(clickup\.com|shipstation\.com|reloadly\.com)$/,
  /^spotify\.com\/sonallux$/,
  /^adyen\.com\/\w*Notification\w*(-v\d+)?$/,
  /^googleapis\.com\/(shoppingcontent|sql|prod_tt_sasportal|adexchangebuyer)$/,
]

const versionSuffix = /[-_.]v?(\d+)$/

/** Ids of the descriptions that become toolkits: of several versions of one, the newest. */
export function selectedIds(apiDir: string): string[] {
  const ids = globSync('**/*.json', { cwd: apiDir })
    .map((file) => file.replaceAll('\\', '/').replace(/\.json$/, ''))
    .filter((id) => !leftOut.some((form) => form.test(id)))
    .toSorted((a, b) => (a < b ? -1 : 1))
  const newest = new Map<string, { id: string; version: number }>()
  for (const id of ids) {
    // A number at the end of a domain is part of its name.
    const version = id.includes('/') ? Number(versionSuffix.exec(id)?.[1] ?? 0) : 0
    const base = version > 0 ? id.replace(versionSuffix, '') : id
    const known = newest.get(base)
    if (known === undefined || version > known.version) newest.set(base, { id, version })
  }
  return [...newest.values()].map(({ id }) => id)
}

const dashed = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

const publicSuffix = /\.(?:(?:co|com|gov|org|ac)\.[a-z]{2}|herokuapp\.com|azurewebsites\.net|[a-z]{2,})$/

/** Domains whose first part is a word that says nothing, or something else, when it is alone. */
const commonWords = new Set(
  'api apis archive change code color core data dev fire files flat goog image import link math open shop store text up'.split(
    ' ',
  ),
)

function bareSlug(id: string): string {
  const known = famous[id]?.slug
  if (known !== undefined) return known
  const [provider = '', service] = id.split('/')
  const short = dashed(provider.replace(publicSuffix, ''))
  const vendorSlug =
    provider === 'googleapis.com' ? 'google' : commonWords.has(short) ? dashed(provider) : short
  if (service === undefined) return vendorSlug
  const part = dashed(service.replace(versionSuffix, '').replace(/^(twilio|xero)[_-]/, ''))
  return part.startsWith(`${vendorSlug}-`) || part === vendorSlug ? part : `${vendorSlug}-${part}`
}

/**
 * The slug of every toolkit. Where the product has a toolkit of that name already, this one is `<name>-api`; where
 * two descriptions would share one, the later gets its whole domain.
 */
export function slugsOf(ids: readonly string[], taken: ReadonlySet<string>): Map<string, string> {
  const slugs = new Map<string, string>()
  const used = new Set<string>()
  const byFame = ids.toSorted((a, b) => (famous[b]?.popularity ?? 0) - (famous[a]?.popularity ?? 0))
  for (const id of byFame) {
    const bare = bareSlug(id).slice(0, 40).replace(/-+$/, '')
    const candidates = [taken.has(bare) ? `${bare}-api` : bare, dashed(id), `${dashed(id)}-api`]
    const slug = candidates.find((each) => !used.has(each) && !taken.has(each))
    if (slug === undefined) throw new Error(`no slug is left for ${id}`)
    used.add(slug)
    slugs.set(id, slug)
  }
  return slugs
}
