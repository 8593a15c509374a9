/**
 * The hosts that the requests of a piece may go to, read from its bundle by hand. `{field}` is replaced by a field of
 * the connection; alone, by the host of the URL in that field.
 */
const reviewed: Readonly<Record<string, readonly string[]>> = {
  'apitemplate-io': ['*.apitemplate.io'],
  ashby: ['api.ashbyhq.com'],
  baserow: ['{apiUrl}', 'api.baserow.io'],
  bigcommerce: ['api.bigcommerce.com'],
  blockscout: ['eth.blockscout.com'],
  contentful: ['api.contentful.com'],
  datocms: ['site-api.datocms.com'],
  deepseek: ['api.deepseek.com'],
  'digital-ocean': ['api.digitalocean.com'],
  'digital-pilot': ['api.digitalpilot.app'],
  drip: ['api.getdrip.com'],
  'facebook-leads': ['graph.facebook.com'],
  feathery: ['api.feathery.io'],
  fireberry: ['api.fireberry.com'],
  freshservice: ['{domain}.freshservice.com'],
  ghostcms: ['{baseUrl}'],
  greenhouse: ['harvest.greenhouse.io', 'auth.greenhouse.io'],
  harvest: ['api.harvestapp.com', 'id.getharvest.com'],
  heartbeat: ['api.heartbeat.chat'],
  'housecall-pro': ['api.housecallpro.com'],
  'image-router': ['api.imagerouter.io'],
  intercom: ['api.intercom.io', 'api.eu.intercom.io', 'api.au.intercom.io'],
  lemlist: ['api.lemlist.com'],
  'lemon-squeezy': ['api.lemonsqueezy.com'],
  llmrails: ['api.llmrails.com'],
  'mempool-space': ['mempool.space'],
  'mistral-ai': ['api.mistral.ai', 'gateway.ai.cloudflare.com'],
  motion: ['api.usemotion.com'],
  notion: ['api.notion.com'],
  pandadoc: ['api.pandadoc.com'],
  pdfcrowd: ['api.pdfcrowd.com'],
  'personal-ai': ['api.personal.ai'],
  photoroom: ['sdk.photoroom.com'],
  salesloft: ['api.salesloft.com'],
  sender: ['api.sender.net'],
  shopify: ['{shopName}.myshopify.com'],
  sitespeakai: ['api.sitespeak.ai'],
  slack: ['slack.com', '*.slack.com'],
  slidespeak: ['api.slidespeak.co'],
  square: ['connect.squareup.com'],
  store: [],
  surveymonkey: ['api.surveymonkey.com', 'api.surveymonkey.ca', 'api.eu.surveymonkey.com'],
  totalcms: ['{domain}'],
  village: ['api.village.ai'],
  webflow: ['api.webflow.com'],
  woocommerce: ['{baseUrl}'],
  wordpress: ['{website_url}'],
  'zoho-bookings': zohoHosts(),
  'zoho-books': zohoHosts(),
}

function zohoHosts(): string[] {
  const domains = ['com', 'eu', 'in', 'com.au', 'com.cn', 'jp', 'ca', 'sa']
  return domains.flatMap((domain) => [`www.zohoapis.${domain}`, `accounts.zoho.${domain}`])
}

/** Fields in which an account may set its own server. */
const serverField = /^(base_?url|api_?url|server_?url|website_?url|site_?url|instance_?url|host|domain|url)$/i

/** What bundles name without calling it: documentation, standards, the framework itself. */
const notCalled =
  /(^|\.)(github\.com|w3\.org|json-schema\.org|mozilla\.org|activepieces\.com|example\.\w+|npmjs\.com|nodejs\.org|ietf\.org|wikipedia\.org|whatwg\.org|openapis\.org|schema\.org|zod\.dev|localhost)$|^(docs?|developers?|support|help|community|blog)\./

type HostQuestion = {
  slug: string
  connectionFields: readonly string[]
  bundle: string
  addresses: readonly string[]
}

/**
 * No one has read a piece that was installed on demand. It may reach the hosts of its token endpoint, those of its
 * literals that begin with `api.` and belong to the service by name, and the server that the account names.
 */
export function hostsOf({ slug, connectionFields, bundle, addresses }: HostQuestion): string[] {
  const known = reviewed[slug]
  if (known) return [...known]
  const stems = slug.split('-').filter((part) => part.length > 2)
  const isOwn = (host: string) => stems.some((stem) => host.replaceAll('-', '').includes(stem))
  const literal = [...bundle.matchAll(/https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi)]
    .map(([, host = '']) => host.toLowerCase())
    .filter((host) => !notCalled.test(host) && isOwn(host))
  const ofTokens = addresses.flatMap((address) => URL.parse(address)?.hostname ?? [])
  const ofAccount = connectionFields.filter((name) => serverField.test(name)).map((name) => `{${name}}`)
  return [...new Set([...literal, ...ofTokens, ...ofAccount])].slice(0, 50)
}

const hostForm = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

/** The hosts for one account. A field that is no part of a host name opens nothing. */
export function resolveHosts(
  templates: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string[] {
  return templates.flatMap((template) => {
    const [, alone] = /^\{(\w+)\}$/.exec(template) ?? []
    if (alone !== undefined) return hostOfAddress(values[alone])
    const host = template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(values[name] ?? '')
      return hostForm.test(value) ? value : '!'
    })
    return host.includes('!') ? [] : [host.toLowerCase()]
  })
}

function hostOfAddress(value: unknown): string[] {
  if (typeof value !== 'string') return []
  const url = URL.parse(/^[a-z]+:\/\//i.test(value) ? value : `https://${value}`)
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? [url.hostname] : []
}
