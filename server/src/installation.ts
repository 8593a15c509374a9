import type { Config, Secrets } from './config.ts'
import { type OpenOptions, openInfrastructure } from './infrastructure.ts'
import type { Log } from './kernel/log.ts'
import { variablesByProvider } from './provider-variables.ts'

/** The whole product without its open door: what the server listens with and commands work through. */
export async function openInstallation(config: Config, secrets: Secrets, log: Log, options?: OpenOptions) {
  const { promise: databaseWait, resolve: onDatabaseWait } = Promise.withResolvers<void>()
  const opening = openInfrastructure(config, secrets, log, { ...options, onDatabaseWait })
  // Loaded by the commands that need it, once a program of the database runs: evaluating it holds this process for
  // as long as making a database takes, and both go at the same time only if that one comes first.
  const loading = Promise.race([databaseWait, opening]).then(() => import('./app.ts'))
  // Awaited where what was opened is closed when it fails.
  loading.catch(() => undefined)
  const infrastructure = await opening
  try {
    const { createApp } = await loading
    const app = createApp({
      ...infrastructure,
      publicUrl: config.publicUrl,
      nodeUrl: config.nodeUrl,
      listenHost: config.host,
      allowedOrigins: config.allowedOrigins,
      trustedProxies: config.trustedProxies,
      rateLimitPerMinute: config.rateLimitPerMinute,
      creditsPerUsd: config.creditsPerUsd,
      storageLimits: config.storageLimits,
      llmOptions: llmOptionsOf(config, secrets),
      runLogHours: config.runLogHours,
      visitorDays: config.visitorDays,
      eventStartsPerMinute: config.eventStartsPerMinute,
      knowledgeMemoryMb: config.knowledgeMemoryMb,
      knowledgeLimits: config.knowledgeLimits,
      ocrLanguages: config.ocrLanguages,
      skillOptions: { registries: config.skillRegistries },
      stdioServers: config.stdioServers,
      browserOptions: {
        executable: config.chromium,
        allowPrivate: config.allowPrivate,
        allowUnsealed: config.allowUnsealed,
      },
      role: config.role,
      dataDir: config.dataDir,
      allowUnsealed: config.allowUnsealed,
      hasPieces: config.hasPieces,
      npmRegistry: config.npmRegistry,
    })
    try {
      await infrastructure.prepared
    } catch (error) {
      await app.stop()
      throw error
    }
    return { app, db: infrastructure.db, close: infrastructure.close }
  } catch (error) {
    await infrastructure.close()
    throw error
  }
}

const llmOptionsOf = (config: Config, secrets: Secrets) => ({
  providers: secrets.llmProviders ?? [],
  variables: variablesByProvider,
  findsOllama: config.role !== 'worker',
  maxConcurrentCalls: config.maxConcurrentLlmCalls,
  prices: config.modelPrices,
  otlp: otlpOf(config, secrets),
})

const otlpOf = ({ otlpEndpoint }: Config, { otlpHeaders }: Secrets) =>
  otlpEndpoint === null ? null : { endpoint: otlpEndpoint, headers: otlpHeaders }
