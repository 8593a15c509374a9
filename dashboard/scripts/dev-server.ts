import { createServer, type LogLevel, type ProxyOptions, type ViteDevServer } from 'vite'
import { viteSettings } from './vite-settings.ts'

// What the server serves itself; everything else is the app.
const served = ['/api', '^/connect/', '/oauth', '/demo', '/pages', '/healthz', '/readyz']

/**
 * The dashboard with changes shown as they are saved, in front of a server that runs beside it. To that server its pages
 * are its own: their origin is rewritten, and the origin of no other page is.
 */
export async function openDevServer(
  target: string,
  { port, logLevel = 'info' }: { port?: number; logLevel?: LogLevel } = {},
): Promise<ViteDevServer> {
  const proxied: ProxyOptions = {
    target,
    changeOrigin: true,
    configure: (proxy) => {
      proxy.on('proxyReq', (outgoing, { headers: { origin, host } }) => {
        if (origin === `http://${host}`) outgoing.setHeader('origin', new URL(target).origin)
      })
    },
  }
  const server = await createServer({
    ...viteSettings('dist'),
    logLevel,
    server: {
      ...(port === undefined ? {} : { port }),
      proxy: Object.fromEntries(served.map((path) => [path, proxied])),
    },
  })
  return server.listen()
}
