import { isIP } from 'node:net'
import { basename, isAbsolute, resolve } from 'node:path'
import type { ConfiguredPrices } from './areas/llm/index.ts'
import type { StdioProgram } from './areas/mcp/index.ts'
import type { RegistrySetting } from './areas/skills/index.ts'
import { variables } from './config-variables.ts'
import type { TrustedProxies } from './kernel/http/auth/client.ts'
import { type AllowedNetwork, parseAllowedNetworks } from './kernel/net/allowed-networks.ts'
import type { Engines } from './kernel/sandbox/supervisor/engines.ts'
import { StartFault } from './kernel/start-fault.ts'
import { readStdioFile } from './mcp-stdio-file.ts'
import { readModelPrices } from './model-prices.ts'
import { type OperatorProvider, readProviders } from './provider-variables.ts'
import { readApiKey, readDatabaseUrl, readPassword } from './secret-variables.ts'

/** The whole configuration, read once at start, validated and frozen. */
export type Config = {
  readonly host: string
  readonly port: number
  readonly publicUrl: URL
  /** Where other nodes of the installation reach this one. */
  readonly nodeUrl: URL | null
  readonly dataDir: string
  readonly usesEmbeddedDatabase: boolean
  readonly blobs: string
  readonly role: 'all' | 'api' | 'worker'
  readonly allowPrivate: readonly AllowedNetwork[]
  readonly allowedOrigins: readonly string[]
  /** Proxies that are trusted for the IP address of a client. */
  readonly trustedProxies: TrustedProxies
  readonly creditsPerUsd: number
  /** Guest code runs also where its process cannot be sealed. */
  readonly allowUnsealed: boolean
  readonly rateLimitPerMinute: number
  /** In bytes; null means without limit. */
  readonly storageLimits: { readonly projectBytes: number | null; readonly userBytes: number | null }
  /** Processes that wait for scripts, for each language; zero starts them on demand. */
  readonly sandboxWarm: number
  readonly sandboxWarmAtStart: boolean
  /** What all interpreters of this node may take together. */
  readonly sandboxMegabytes: number
  /** What runs each language of the sandboxes. */
  readonly sandboxEngines: Engines
  /** The path of the browser for browser sessions; null to look for one. */
  readonly chromium: string | null
  /** Whether integrations that others wrote are offered. */
  readonly hasPieces: boolean
  /** Where toolkits are installed from; null where none may be. */
  readonly npmRegistry: URL | null
  /** Folders, git mirrors and repositories that skills can be installed from. */
  readonly skillRegistries: readonly RegistrySetting[]
  /** Programs that may be run as MCP servers. */
  readonly stdioServers: readonly StdioProgram[]
  /** Concurrent model calls of one project, on each node. */
  readonly maxConcurrentLlmCalls: number
  /** For how long the event logs of agent runs are stored after their end. */
  readonly runLogHours: number
  /** For the indexes of knowledge on this node; null for a share of the memory. */
  readonly knowledgeMemoryMb: number | null
  readonly ocrLanguages: readonly string[]
  /** For the text of all knowledge, in bytes. */
  readonly knowledgeLimits: { readonly projectBytes: number | null; readonly userBytes: number | null }
  /** After how many days without a visit anonymous visitors are erased. */
  readonly visitorDays: number
  /** How many executions events may start for one project in a minute. */
  readonly eventStartsPerMinute: number
  /** What models cost that no catalogue knows. */
  readonly modelPrices: ConfiguredPrices
  /** Where spans of model calls are sent; null sends none. */
  readonly otlpEndpoint: string | null
  readonly logLevel: string
}

/** What must never be logged or shown; separate so that it is passed only to what needs it. */
export type Secrets = {
  readonly databaseUrl: string | null
  /** The same database past a pooler in transaction mode, which `databaseUrl` is then. */
  readonly databaseDirectUrl: string | null
  /** A streaming standby of the same database, for lists. */
  readonly databaseReplicaUrl: string | null
  readonly secretKey: string | null
  readonly apiKey: string | null
  readonly adminEmail: string | null
  readonly adminPassword: string | null
  readonly s3AccessKeyId: string | null
  readonly s3SecretAccessKey: string | null
  /** Keys of model providers; null when none is set up. */
  readonly llmProviders: readonly OperatorProvider[] | null
  readonly otlpHeaders: string | null
}

export type Environment = Readonly<Record<string, string | undefined>>

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const roles = ['all', 'api', 'worker'] as const

/** Reads what the process was started with, a `.env` file beside it included. What is set already wins. */
export function readEnvironment(): Environment {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new StartFault('the file .env cannot be read', 'make it readable or remove it')
    }
  }
  return process.env
}

/** Names every variable that is wrong, not only the first. */
export function readConfig(env: Environment): { config: Config; secrets: Secrets } {
  const faults: string[] = []
  const read = readerOf(env, faults)
  const config = configOf(read)
  const secrets = secretsOf(read)
  const { text } = read
  if ((text('STOA_ADMIN_EMAIL') === null) !== (text('STOA_ADMIN_PASSWORD') === null)) {
    faults.push('STOA_ADMIN_EMAIL and STOA_ADMIN_PASSWORD go together, but only one is set')
  }
  if (faults.length > 0) throw new StartFault(faults.join('; '), 'correct or unset the named variables')
  return { config: Object.freeze(config), secrets: Object.freeze(secrets) }
}

type Variable = (typeof variables)[number]

/** Reads variables one by one; errors are collected, and the default is used in place of an invalid value. */
function readerOf(env: Environment, faults: string[]) {
  const text = (name: Variable) => env[name]?.trim() || null
  return {
    text,
    check<T>(name: Variable, fallback: T, read: (value: string) => T): T {
      const value = text(name)
      if (value === null) return fallback
      try {
        return read(value)
      } catch (error) {
        faults.push(`${name} ${(error as Error).message}`)
        return fallback
      }
    },
  }
}

type Variables = ReturnType<typeof readerOf>

function configOf({ text, check }: Variables): Config {
  const host = check('HOST', '127.0.0.1', readHost)
  const port = check('PORT', 4400, (value) => readInteger(value, 0, 65_535))
  return {
    host,
    port,
    publicUrl: check(
      'STOA_PUBLIC_URL',
      new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`),
      readPublicUrl,
    ),
    nodeUrl: check('STOA_NODE_URL', null, readPublicUrl),
    dataDir: check('STOA_DATA_DIR', resolve('data'), (value) => (isAbsolute(value) ? value : resolve(value))),
    usesEmbeddedDatabase: text('DATABASE_URL') === null,
    blobs: text('STOA_BLOBS') ?? 'file:',
    role: check('STOA_ROLE', 'all', (value) => readChoice(value, roles)),
    allowPrivate: check('STOA_ALLOW_PRIVATE', [], parseAllowedNetworks),
    allowedOrigins: check('STOA_ALLOWED_ORIGINS', [], readOrigins),
    trustedProxies: check('STOA_TRUST_PROXY', null, readProxies),
    creditsPerUsd: check('STOA_CREDITS_PER_USD', 1000, (value) => readInteger(value, 1, 1_000_000)),
    allowUnsealed: check('STOA_ALLOW_UNSEALED', '0', (value) => readChoice(value, ['0', '1'])) === '1',
    rateLimitPerMinute: check('STOA_RATE_LIMIT', 600, (value) => readInteger(value, 1, 10_000_000)),
    storageLimits: quotasOf(check, 'STOA_STORAGE_GB', 'STOA_USER_STORAGE_GB'),
    sandboxWarm: check('STOA_SANDBOX_WARM', 1, (value) => readInteger(value, 0, 16)),
    sandboxWarmAtStart:
      check('STOA_SANDBOX_WARM_AT_START', '0', (value) => readChoice(value, ['0', '1'])) === '1',
    sandboxMegabytes: check('STOA_SANDBOX_MB', 4096, (value) => readInteger(value, 256, 1_000_000)),
    sandboxEngines: {
      javascript: check('STOA_SANDBOX_JAVASCRIPT', 'quickjs', (value) =>
        readChoice(value, ['quickjs', 'isolated-vm'] as const),
      ),
      python: withModules(
        check<string>('STOA_SANDBOX_PYTHON', 'pyodide', readPython),
        check('STOA_SANDBOX_PYTHON_MODULES', [], readModules),
      ),
    },
    chromium: text('STOA_CHROMIUM'),
    hasPieces: check('STOA_PIECES', '1', (value) => readChoice(value, ['0', '1'])) === '1',
    npmRegistry: check('STOA_NPM_REGISTRY', new URL('https://registry.npmjs.org/'), readRegistry),
    stdioServers: check('STOA_MCP_STDIO', [], readStdioFile),
    skillRegistries: check('STOA_SKILL_REGISTRIES', [], readSkillRegistries),
    maxConcurrentLlmCalls: check('STOA_LLM_CALLS', 500, (value) => readInteger(value, 1, 100_000)),
    runLogHours: check('STOA_RUN_LOG_HOURS', 24, (value) => readInteger(value, 1, 8_760)),
    knowledgeMemoryMb: check('STOA_KNOWLEDGE_MEMORY_MB', null, (value) => readInteger(value, 16, 1_048_576)),
    knowledgeLimits: quotasOf(check, 'STOA_KNOWLEDGE_GB', 'STOA_USER_KNOWLEDGE_GB'),
    ocrLanguages: check('STOA_OCR_LANGUAGES', ['eng'], readOcrLanguages),
    visitorDays: check('STOA_VISITOR_DAYS', 180, (value) => readInteger(value, 1, 3_650)),
    eventStartsPerMinute: check('STOA_EVENT_STARTS', 5_000, (value) => readInteger(value, 1, 1_000_000)),
    modelPrices: check('STOA_MODEL_PRICES', {}, readModelPrices),
    otlpEndpoint: check('OTEL_EXPORTER_OTLP_ENDPOINT', null, readServiceUrl),
    logLevel: check('LOG_LEVEL', 'info', (value) => readChoice(value, logLevels)),
  }
}

function secretsOf({ text, check }: Variables): Secrets {
  return {
    databaseUrl: check('DATABASE_URL', null, readDatabaseUrl),
    databaseDirectUrl: check('STOA_DATABASE_DIRECT_URL', null, readDatabaseUrl),
    databaseReplicaUrl: check('STOA_DATABASE_REPLICA_URL', null, readDatabaseUrl),
    secretKey: text('STOA_SECRET_KEY'),
    apiKey: check('STOA_API_KEY', null, readApiKey),
    adminEmail: check('STOA_ADMIN_EMAIL', null, readEmail),
    adminPassword: check('STOA_ADMIN_PASSWORD', null, readPassword),
    s3AccessKeyId: text('AWS_ACCESS_KEY_ID'),
    s3SecretAccessKey: text('AWS_SECRET_ACCESS_KEY'),
    llmProviders: noneOf(readProviders({ text, url: (name) => check(name, null, readServiceUrl) })),
    otlpHeaders: text('OTEL_EXPORTER_OTLP_HEADERS'),
  }
}

/** Variables that look like ours but are not: most often a slip of the pen that would silently do nothing. */
export const unknownVariables = (env: Environment): string[] =>
  Object.keys(env).filter(
    (name) =>
      name.startsWith('STOA_') &&
      !variables.some((known) => known === name) &&
      !name.startsWith('STOA_TEST_'),
  )

const fault = (rule: string, value: string) => new Error(`must be ${rule}, not "${value.slice(0, 60)}"`)

function readInteger(value: string, min: number, max: number): number {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= min && number <= max) return number
  throw fault(`a whole number from ${min} to ${max}`, value)
}

const gib = 1024 ** 3

/** What a project may store, and one end user of it. */
const quotasOf = (check: Variables['check'], project: Variable, user: Variable) => ({
  projectBytes: check<number | null>(project, 10 * gib, readGib),
  userBytes: check<number | null>(user, null, readGib),
})

/** Whole GiB as bytes; 0 means without limit. */
const readGib = (value: string): number | null => readInteger(value, 0, 1_000_000) * gib || null

function readChoice<T extends string>(value: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === value)
  if (choice === undefined) throw fault(`one of ${choices.join(', ')}`, value)
  return choice
}

function readHost(value: string): string {
  const bare = value.replace(/^\[|\]$/g, '')
  if (isIP(bare) || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(bare)) return bare
  throw fault('an IP address or host name without a port', value)
}

function readPublicUrl(value: string): URL {
  const url = URL.parse(value)
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.search ||
    url.hash ||
    url.username ||
    url.pathname !== '/'
  ) {
    throw fault('a URL such as https://stoa.example.com without a path', value)
  }
  return url
}

/** `off` switches installing off. */
function readRegistry(value: string): URL | null {
  if (value === 'off') return null
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) return url
  throw fault('the URL of an npm registry, or off', value)
}

/** `[name=]folder:/path`, `[name=]git:/path` or `[name=]github:owner/repo`, comma-separated. */
function readSkillRegistries(value: string): RegistrySetting[] {
  const settings = value.split(',').map((entry) => {
    const [, name, kind, location] = /^(?:([\w./-]+)=)?(folder|git|github):(.+)$/.exec(entry.trim()) ?? []
    const isValid = kind === 'github' ? /^[\w.-]+\/[\w.-]+$/.test(location ?? '') : isAbsolute(location ?? '')
    if (!kind || !location || !isValid)
      throw fault(
        'folder:/path, git:/path or github:owner/repo, comma-separated, each with name= in front of it',
        entry,
      )
    return {
      name: name ?? (kind === 'github' ? location : basename(location, '.git')),
      kind,
      location,
    } as RegistrySetting
  })
  if (new Set(settings.map(({ name }) => name)).size < settings.length)
    throw fault('registries with different names', value)
  return settings
}

function readServiceUrl(value: string): string | null {
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol)) return value.replace(/\/+$/, '')
  throw new Error('must be a URL such as https://models.example.com/v1')
}

const noneOf = <T>(list: readonly T[]): readonly T[] | null => (list.length > 0 ? list : null)

function readOrigins(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const url = URL.parse(part)
      if (!url || !/^https?:$/.test(url.protocol) || url.origin !== part.replace(/\/$/, '')) {
        throw fault('a list of origins such as https://app.example.com', part)
      }
      return url.origin
    })
}

/** A number of proxies, or the networks they are in. Not `true`: then any client could choose its own IP address. */
function readProxies(value: string): TrustedProxies {
  if (/^\d+$/.test(value)) return readInteger(value, 0, 10) || null
  try {
    const networks = parseAllowedNetworks(value)
    if (networks.length > 0 && networks.every(({ port }) => port === null))
      return networks.map(({ cidr }) => cidr)
  } catch {
    // Reported below, with the message of this setting.
  }
  throw fault('how many proxies are in front, or their networks such as 10.0.0.0/8,127.0.0.1', value)
}

function readEmail(value: string): string {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) || /^[^\s@]+@localhost$/.test(value))
    return value.toLowerCase()
  throw fault('an email address', value)
}

function readPython(value: string): string {
  if (value !== 'pyodide' && !isAbsolute(value))
    throw new Error('must be "pyodide" or the absolute path of a Python 3.10 or newer')
  return value
}

function readOcrLanguages(value: string): string[] {
  const codes = value.split(',').map((code) => code.trim())
  if (codes.length > 5 || codes.some((code) => !/^[a-z]{3}(_[a-z]{3,4})?$/.test(code)))
    throw new Error('must be up to five comma-separated language codes of Tesseract, such as eng,deu')
  return codes
}

function readModules(value: string): string[] {
  const names = value.split(',').map((name) => name.trim())
  if (names.some((name) => !/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(name)))
    throw new Error('must be comma-separated names of Python modules')
  return names
}

const withModules = (python: string, modules: readonly string[]): Engines['python'] =>
  python === 'pyodide' ? python : { command: python, modules }
