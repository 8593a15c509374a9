import type { Config } from '../../config.ts'
import { product } from '../../product.ts'
import type { Running } from '../../start.ts'

/** What is printed when the server is up, and the same for a program. */
export function startBlock(config: Config, { url, firstStart }: Pick<Running, 'url' | 'firstStart'>) {
  const { newApiKey, setupToken } = firstStart
  const data = {
    version: product.version,
    dashboard: setupToken === null ? `${url}/` : `${url}/setup#token=${setupToken}`,
    api: `${url}/api/v1`,
    docs: `${url}/docs`,
    database: config.usesEmbeddedDatabase ? 'embedded PostgreSQL' : 'DATABASE_URL',
    dataDirectory: config.dataDir,
    apiKey: newApiKey,
    curl: `curl ${url}/api/v1/users/profile -H 'x-api-key: ${newApiKey ?? '$STOA_API_KEY'}'`,
  }
  const lines = [
    `${product.name} ${product.version} is running. Data: ${config.dataDir} (${data.database})`,
    '',
    `  Dashboard  ${data.dashboard}`,
    ...(setupToken === null ? [] : ['             (opens once, to set your email and password)']),
    `  API        ${data.api}`,
    `  API docs   ${data.docs}`,
    ...(newApiKey === null ? [] : [`  API key    ${newApiKey}`, '             (shown once: save it)']),
    '',
    // A start that was killed before it showed the first key has made one all the same.
    newApiKey === null
      ? 'Try it (with your key in STOA_API_KEY; stoa key create <project> makes another one):'
      : 'Try it:',
    // Double quotes so that the shell fills the variable in.
    `  ${newApiKey === null ? data.curl.replaceAll("'", '"') : data.curl}`,
    '',
  ]
  return { data: { ...data, curl: lines.at(-2)!.trim() }, text: lines.join('\n') }
}
