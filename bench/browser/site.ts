import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const page = (title: string, body: string) => `<!doctype html><title>${title}</title><body>${body}`

const pages: Readonly<Record<string, string>> = {
  '/form': page(
    'Form',
    `<h1>Form</h1><form>${Array.from({ length: 20 }, (_, at) => `<label>Field ${at} <input name="f${at}"></label>`).join('')}</form>
     <button type="button" onclick="document.title = 'Clicked'">Press</button>`,
  ),
  '/moving': page(
    'Moving',
    `<script>
       let at = 0
       const step = () => { document.body.style.background = 'hsl(' + (at++ % 360) + ' 80% 50%)'; requestAnimationFrame(step) }
       step()
     </script>`,
  ),
  '/button': page(
    'Button',
    `<style>body { margin: 0; height: 100vh; background: white }</style>
     <script>onmousedown = () => { document.body.style.background = document.body.style.background === 'black' ? 'white' : 'black' }</script>`,
  ),
}

/** Pages that cost little themselves, so that what is around them is measured. */
export async function startPages(cleanup: AsyncDisposableStack): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[url] ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanup.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
