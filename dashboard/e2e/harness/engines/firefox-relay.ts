import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

/**
 * Starts Firefox and passes on WebDriver BiDi between it and Playwright, which sends one command that the current ESR does not
 * know: that one has a response here. Color schemes and reduced motion are preferences of the profile instead.
 */
const unknownToFirefox = 'emulation.setMediaFeaturesOverride'

const [path = '', ...args] = process.argv.slice(2)
const firefox = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] })
firefox.on('exit', (code) => process.exit(code ?? 1))
process.on('SIGTERM', () => firefox.kill())

const relay = new WebSocketServer({ host: '127.0.0.1', port: 0 })
relay.on('connection', async (client) => {
  client.pause()
  const endpoint = await firefoxEndpoint
  const browser = new WebSocket(`${endpoint}/session`, { perMessageDeflate: false })
  await once(browser, 'open')
  browser.on('message', (data) => client.send(String(data)))
  browser.on('close', () => client.close())
  client.on('close', () => browser.close())
  client.on('message', (data) => {
    const { id, method } = JSON.parse(String(data)) as { id: number; method: string }
    if (method === unknownToFirefox) client.send(JSON.stringify({ type: 'success', id, result: {} }))
    else browser.send(String(data))
  })
  client.resume()
})
await once(relay, 'listening')
const announcement = /WebDriver BiDi listening on (ws:\/\/\S+)/
const firefoxEndpoint = new Promise<string>((resolve) => {
  createInterface(firefox.stderr).on('line', (line) => {
    const [, endpoint] = announcement.exec(line) ?? []
    if (endpoint === undefined) return
    resolve(endpoint)
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${(relay.address() as AddressInfo).port}`)
  })
})
