import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const style = `
  body { margin: 0; font: 16px/1.5 sans-serif; color: #1d2430; background: #f6f4ef }
  header { display: flex; gap: 24px; padding: 18px 40px; background: #17324d; color: #fff; font-weight: 600 }
  main { max-width: 720px; margin: 40px auto; padding: 32px; background: #fff; border-radius: 12px }
  label { display: grid; gap: 4px; margin: 0 0 16px } input { padding: 10px; font: inherit; border: 1px solid #b9c0c9; border-radius: 6px }
  button { padding: 10px 20px; font: inherit; color: #fff; background: #17324d; border: 0; border-radius: 6px }
  td, th { padding: 8px 24px 8px 0; text-align: left; border-bottom: 1px solid #e4e2dc }`

const page = (title: string, body: string) => `<!doctype html><html lang="en"><head><title>${title}</title>
  <style>${style}</style></head><body><header><span>Harbour Bikes</span><span>Orders</span></header><main>${body}</main></body></html>`

const pages: Record<string, string> = {
  '/sign-in': page(
    'Sign in',
    `<h1>Sign in</h1><form action="/orders"><label>Email <input name="email"></label>
    <label>Password <input name="password" type="password"></label><button>Sign in</button></form>`,
  ),
  '/orders': page(
    'Orders',
    `<h1>Orders</h1><table><tr><th>Order</th><th>Placed</th><th>State</th><th>Total</th></tr>
    <tr><td>1042</td><td>Nov 17</td><td>Shipped</td><td>€ 1,248.00</td></tr>
    <tr><td>1041</td><td>Nov 16</td><td>Delivered</td><td>€ 89.90</td></tr>
    <tr><td>1039</td><td>Nov 14</td><td>Returned</td><td>€ 412.50</td></tr></table>
    <p><button>New order</button></p>`,
  ),
}

/** What a browser session looks at in the screenshots. */
export async function startShopSite() {
  const server = createServer(({ url = '/' }, response) => {
    const found = pages[new URL(url, 'http://shop').pathname]
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(found)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
