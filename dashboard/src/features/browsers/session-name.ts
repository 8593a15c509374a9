import type { BrowserSession } from '@stoa/sdk'

/** What it shows, where it shows something; otherwise the end of its ID. */
export function sessionName({ id, url, title }: Pick<BrowserSession, 'id' | 'url' | 'title'>): string {
  if (title) return title
  const host = url === null ? '' : hostOf(url)
  return host === '' ? `…${id.slice(-8)}` : host
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
