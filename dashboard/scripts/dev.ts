import { createServer } from 'vite'
import { viteSettings } from './vite-settings.ts'

/** The dashboard with changes shown as they are saved, in front of a server that runs beside it. */
const target = process.argv[2] ?? 'http://127.0.0.1:4400'
const settings = viteSettings('dist')
const server = await createServer({
  ...settings,
  logLevel: 'info',
  server: {
    proxy: { '/api': target, '/pages': target, '/docs': target, '/healthz': target, '/readyz': target },
  },
})
await server.listen()
server.printUrls()
