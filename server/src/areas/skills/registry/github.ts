import { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'
import type { Outbound, OutboundRequest } from '../../../kernel/net/outbound.ts'
import { invalidPackage } from '../package/refusal.ts'
import { registryNotFound, unavailable } from './failures.ts'
import { gitHash } from './git/objects.ts'
import type { Snapshot, TreeEntry } from './snapshot.ts'

export type GitHubUrls = { apiUrl: string; rawUrl: string }
export const publicGitHub: GitHubUrls = {
  apiUrl: 'https://api.github.com',
  rawUrl: 'https://raw.githubusercontent.com',
}

const Commit = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) })
const Tree = z.object({
  truncated: z.boolean().default(false),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.string(),
      type: z.string(),
      sha: z.string().regex(/^[0-9a-f]{40}$/),
      size: z.number().optional(),
    }),
  ),
})
const Repositories = z.object({
  items: z.array(
    z.object({
      full_name: z.string(),
      description: z.string().nullable(),
      stargazers_count: z.number().default(0),
    }),
  ),
})

export type FoundRepository = { repo: string; description: string; stars: number }

const maxTreeBytes = 8 * 1024 * 1024
const timeoutMs = 15_000
const connectTimeoutMs = 5_000

export type GitHub = ReturnType<typeof createGitHub>

/** Repositories at GitHub: the tree of one commit, then single files, each checked against the id that the tree has for it. */
export function createGitHub(outbound: Outbound, { apiUrl, rawUrl }: GitHubUrls) {
  const hosts = [new URL(apiUrl).hostname, new URL(rawUrl).hostname]

  async function get(request: Pick<OutboundRequest, 'url' | 'maxBytes'>, missing: string): Promise<Buffer> {
    let response: Awaited<ReturnType<Outbound['request']>>
    try {
      const headers = { accept: 'application/vnd.github+json, */*' }
      response = await outbound.request({
        ...request,
        headers,
        allowedHosts: hosts,
        timeoutMs,
        connectTimeoutMs,
      })
      if (response.status === 200) return await response.bytes()
    } catch (cause) {
      throw cause instanceof AppError && cause.code === 'upstream_too_large'
        ? invalidPackage('The repository or one of its files is too large', [], cause)
        : unavailable('GitHub cannot be reached', cause)
    }
    response.discard()
    if (response.status === 404 || response.status === 422) throw registryNotFound(missing)
    throw unavailable(
      `GitHub responded with status ${response.status}`,
      undefined,
      'Try again later: without an account it allows few requests in an hour.',
    )
  }

  async function json<S extends z.ZodType>(path: string, shape: S, missing: string): Promise<z.output<S>> {
    const bytes = await get({ url: `${apiUrl}${path}`, maxBytes: maxTreeBytes }, missing)
    try {
      return shape.parse(JSON.parse(bytes.toString('utf8')))
    } catch (cause) {
      throw unavailable('GitHub responded with something else than expected', cause)
    }
  }

  return {
    async open(repo: string, ref: string): Promise<Snapshot> {
      const at = ref === '' ? 'HEAD' : ref
      const missing = `There is no repository ${repo}, or it has no ${at}`
      const { sha: commitSha } = await json(
        `/repos/${repo}/commits/${encodeURIComponent(at)}`,
        Commit,
        missing,
      )
      const { tree, truncated } = await json(
        `/repos/${repo}/git/trees/${commitSha}?recursive=1`,
        Tree,
        missing,
      )
      if (truncated) throw invalidPackage('The repository has too many files', [])
      const entries = tree.flatMap(({ path, mode, type, sha, size = null }): TreeEntry[] =>
        type === 'blob'
          ? [{ path, kind: mode === '120000' ? 'link' : 'file', sizeBytes: size, id: sha }]
          : [],
      )
      return {
        ref: at,
        commitSha,
        entries,
        async read({ path, id }, maxBytes) {
          const url = `${rawUrl}/${repo}/${commitSha}/${path.split('/').map(encodeURIComponent).join('/')}`
          const bytes = await get({ url, maxBytes }, `The repository has no file ${path}`)
          if (gitHash('blob', bytes) !== id)
            throw invalidPackage(`${JSON.stringify(path.slice(0, 80))} is not what the commit says it is`)
          return bytes
        },
      }
    },

    async search(q: string): Promise<FoundRepository[]> {
      const query = new URLSearchParams({ q: `${q} topic:agent-skills`, per_page: '20' })
      const { items } = await json(
        `/search/repositories?${query}`,
        Repositories,
        'GitHub does not understand the query',
      )
      return items.map(({ full_name: repo, description, stargazers_count: stars }) => ({
        repo,
        description: description ?? '',
        stars,
      }))
    },
  }
}
