import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gitHash } from '../../src/areas/skills/registry/git/objects.ts'

/** GitHub as far as skills need it, on loopback: repositories with one branch, and a search. */
export async function startGitHub() {
  const repositories = new Map<string, { sha: string; files: Record<string, string> }>()
  const state = { isDown: false, tampers: false, requests: [] as string[] }
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost')
    state.requests.push(url.pathname)
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (state.isDown) return send(503, {})
    if (url.pathname === '/search/repositories')
      return send(200, {
        items: [...repositories.keys()].map((name) => ({
          full_name: name,
          description: 'Skills',
          stargazers_count: 3,
        })),
      })
    const [, repo = '', rest = ''] = /^\/(?:repos\/|raw\/)([^/]+\/[^/]+)\/(.*)$/.exec(url.pathname) ?? []
    const found = repositories.get(repo)
    if (!found) return send(404, {})
    if (rest.startsWith('commits/')) return send(200, { sha: found.sha })
    if (rest === `git/trees/${found.sha}`) return send(200, { tree: treeOf(found.files) })
    const content = found.files[decodeURIComponent(rest.slice(found.sha.length + 1))]
    if (!url.pathname.startsWith('/raw/') || content === undefined) return send(404, {})
    return response.writeHead(200).end(state.tampers ? `${content} ` : content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    state,
    urls: { apiUrl: url, rawUrl: `${url}/raw` },
    /** What the repository has from now on. */
    push(repo: string, files: Record<string, string>): string {
      const sha = gitHash('commit', Buffer.from(JSON.stringify(files)))
      repositories.set(repo, { sha, files })
      return sha
    },
    remove: (repo: string) => void repositories.delete(repo),
    stop: () => server.close(),
  }
}

const treeOf = (files: Record<string, string>) =>
  Object.entries(files).map(([path, content]) => ({
    path,
    mode: content.startsWith('link:') ? '120000' : '100644',
    type: 'blob',
    sha: gitHash('blob', Buffer.from(content)),
    size: Buffer.byteLength(content),
  }))
