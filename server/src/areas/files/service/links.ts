import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../kernel/clock.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'

export type LinkDeps = { clock: Clock; linkKey: Buffer; publicUrl: URL }

export type SharedLink = { url: string; expiresAt: string }

const form = /^([0-9a-f]{32})([0-9a-f]{32})([0-9a-z]{1,12})\.([A-Za-z0-9_-]{43})$/

const compact = (id: string) => id.replaceAll('-', '')
const spread = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * Links that open one file for reading, for a while, to the caller that has them. Nothing is stored of them: what they
 * open and until when is part of the signed link, and the links of a deleted file stop working.
 */
export function createLinks({ clock, linkKey, publicUrl }: LinkDeps) {
  const sign = (content: string) =>
    createHmac('sha256', linkKey).update(`GET\n${content}`).digest('base64url')
  return {
    create(scope: Scope, fileId: string, ttlSec: number): SharedLink {
      const expires = Math.floor(clock.now().getTime() / 1000) + ttlSec
      const content = `${compact(scope.projectId)}${compact(fileId)}${expires.toString(36)}`
      return {
        url: new URL(`/api/v1/file/shared/${content}.${sign(content)}`, publicUrl).href,
        expiresAt: new Date(expires * 1000).toISOString(),
      }
    },
    open(token: string): { projectId: string; fileId: string } {
      const [, projectId, fileId, expires, signature] = form.exec(token) ?? []
      if (!projectId || !fileId || !expires || !signature) throw invalidLink()
      const expected = Buffer.from(sign(`${projectId}${fileId}${expires}`))
      if (!timingSafeEqual(expected, Buffer.from(signature))) throw invalidLink()
      const expiresAt = new Date(Number.parseInt(expires, 36) * 1000)
      if (expiresAt <= clock.now()) {
        throw new AppError('link_expired', 'This link has expired', {
          facts: { endedAt: expiresAt.toISOString(), endedReason: 'expired' },
          hint: 'Request a new link from its sender.',
        })
      }
      return { projectId: spread(projectId), fileId: spread(fileId) }
    },
  }
}

export type Links = ReturnType<typeof createLinks>

const invalidLink = () =>
  new AppError('invalid_link', 'This link is invalid', {
    hint: 'Copy the whole link again.',
  })
