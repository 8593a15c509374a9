import { AppError } from '../../../kernel/errors.ts'

export type SourceLocation = { repo: string; path: string; ref: string }

const part = '[A-Za-z0-9_.-]{1,100}'
const short = new RegExp(`^(${part}/${part})(?:/(.*))?$`)
const repoForm = new RegExp(`^${part}/${part}$`)

/** `owner/repo`. Names of dots alone would lead to another path of GitHub's API. */
export const isRepo = (text: string): boolean =>
  repoForm.test(text) && text.split('/').every((name) => !/^\.+$/.test(name))

/** `owner/repo[/path]`, a page of GitHub, or the URL of a raw SKILL.md there. */
export function parseSource(text: string): SourceLocation {
  const source = text.trim().replace(/\.git$/, '')
  const url = URL.canParse(source) && source.includes('://') ? new URL(source) : null
  const found = url ? fromUrl(url) : fromShort(source)
  if (!found || !isRepo(found.repo))
    throw new AppError('invalid_parameter', 'url must be owner/repo[/path], or a URL of github.com', {
      details: [
        {
          in: 'body',
          path: '/url',
          rule: 'format',
          message: 'must be owner/repo[/path], or a URL of github.com',
        },
      ],
    })
  return { ...found, path: found.path.replace(/(?:^|\/)SKILL\.md$/, '').replace(/^\/+|\/+$/g, '') }
}

function fromShort(text: string): SourceLocation | null {
  const [, repo, path = ''] = short.exec(text) ?? []
  return repo === undefined ? null : { repo, path, ref: '' }
}

function fromUrl({ protocol, hostname, pathname }: URL): SourceLocation | null {
  const [owner = '', name = '', ...rest] = decodeURIComponent(pathname).split('/').filter(Boolean)
  const repo = `${owner}/${name}`
  if (protocol !== 'https:') return null
  if (hostname === 'raw.githubusercontent.com') {
    const parts = rest[0] === 'refs' ? rest.slice(2) : rest
    return { repo, ref: parts[0] ?? '', path: parts.slice(1).join('/') }
  }
  if (hostname !== 'github.com' && hostname !== 'www.github.com') return null
  if (rest.length === 0) return { repo, ref: '', path: '' }
  return ['tree', 'blob', 'raw'].includes(rest[0]!)
    ? { repo, ref: rest[1] ?? '', path: rest.slice(2).join('/') }
    : null
}
