import { isStoaError } from '@stoa/sdk'

/**
 * Explains to the developer of the page why nothing arrives. Browsers hide from scripts why a request failed; but a server that
 * can be reached, and whose responses this page may not read, does not allow its origin.
 */
export async function explainRefusal(server: string, error: unknown): Promise<void> {
  const { origin } = location
  if (!isStoaError(error) || error.code !== 'network_error' || origin === server) return
  const script = `${server}/embed.js`
  const isReached = await window.fetch(script, { method: 'HEAD', mode: 'no-cors', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  if (isReached)
    console.warn(
      `<stoa-chat> ${server} does not allow requests from ${origin}. Add it to allowedOrigins of the project: ` +
        `PATCH /api/v1/project {"allowedOrigins": ["${origin}"]} replaces the list, and the dashboard has it in the ` +
        'settings of the agent under Share & embed.',
    )
}
