import { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import { asSentence } from '../../../kernel/sentence.ts'

const Packument = z.object({
  'dist-tags': z.record(z.string(), z.string()),
  versions: z.record(z.string(), z.unknown()),
})

const maxPackumentLength = 32 * 1024 * 1024
const fetchTimeoutMs = 60_000

export type NpmRegistry = ReturnType<typeof openRegistry>

/** The registry that the operator named, and no other host. */
export function openRegistry(outbound: Outbound, registry: URL) {
  const base = registry.href.endsWith('/') ? registry.href : `${registry.href}/`
  async function bytes(url: URL, maxBytes: number, accept: string, missing: string): Promise<Buffer> {
    const response = await outbound.request({
      url,
      headers: { accept },
      allowedHosts: [registry.hostname],
      maxBytes,
      timeoutMs: fetchTimeoutMs,
    })
    if (response.status === 200) return response.bytes()
    response.discard()
    if (response.status === 404) throw pieceNotFound(missing)
    throw new AppError('upstream_error', `The registry responded with status ${response.status}`, {
      hint: 'Try again later, or check the registry URL.',
    })
  }
  return {
    bytes,
    /** What the registry has under a separate path. */
    json: async <S extends z.ZodType>(path: string, maxBytes: number, shape: S): Promise<z.output<S>> =>
      readJson(
        shape,
        await bytes(new URL(base + path), maxBytes, 'application/json', 'There is no such page'),
      ),
    /** Every version of a package. */
    async packument(name: string): Promise<z.output<typeof Packument>> {
      const about = new URL(`${base}${name.replace('/', '%2f')}`)
      const missing = `There is no package ${name} in the registry`
      return readJson(Packument, await bytes(about, maxPackumentLength, 'application/json', missing))
    },
  }
}

export const pieceNotFound = (message: string) =>
  new AppError('piece_not_found', message, { hint: 'Check the name and the version.' })

export const invalidPiece = (reason: string, cause?: unknown) =>
  new AppError('invalid_piece', asSentence(`The package cannot be used: ${reason}`), {
    hint: 'Install another version, or another package.',
    cause,
  })

function readJson<S extends z.ZodType>(shape: S, bytes: Buffer): z.output<S> {
  try {
    return asShape(shape, JSON.parse(bytes.toString()))
  } catch (cause) {
    throw cause instanceof AppError ? cause : invalidPiece('the registry did not describe it in JSON', cause)
  }
}

export function asShape<S extends z.ZodType>(shape: S, value: unknown): z.output<S> {
  const found = shape.safeParse(value)
  if (!found.success) throw invalidPiece('the registry does not describe it as a package', found.error)
  return found.data
}
