/** Whether metadata of a resource speaks for a server: the same origin, and the same path or one above it. */
export function isOfResource(url: string, resource: string): boolean {
  const [server, named] = [URL.parse(url), URL.parse(resource)]
  if (!server || !named || server.origin !== named.origin || named.hash !== '') return false
  const path = named.pathname.replace(/\/+$/, '')
  return server.pathname === path || `${server.pathname}/`.startsWith(`${path}/`)
}
