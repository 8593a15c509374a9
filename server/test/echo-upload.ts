import { createHash } from 'node:crypto'
import { z } from 'zod'
import { data, endpoint } from '../src/kernel/http/endpoint.ts'

const mebibyte = 1024 * 1024

/** An endpoint that returns what was uploaded to it, for client tests. */
export const echoUpload = endpoint({
  method: 'POST',
  path: '/api/v1/echo-upload/{name}',
  area: 'Test',
  summary: 'echo',
  access: 'project',
  permission: 'things:write',
  params: z.object({ name: z.string() }),
  upload: { maxFileBytes: 64 * mebibyte, maxFiles: 1 },
  response: data(z.record(z.string(), z.unknown())),
  example: {},
  handle: async ({ upload, params }) => {
    const found: Record<string, unknown> = { param: params.name }
    for await (const part of upload) {
      if (part.kind === 'field') {
        found[part.name] = part.value
        continue
      }
      const hash = createHash('sha256')
      for await (const chunk of part.stream) hash.update(chunk as Buffer)
      found[part.name] = { fileName: part.fileName, mimeType: part.mimeType, sha256: hash.digest('hex') }
    }
    return found
  },
})

/** The same for bytes that are put. */
export const echoBytes = endpoint({
  method: 'PUT',
  path: '/api/v1/echo-bytes',
  area: 'Test',
  summary: 'echo',
  access: 'project',
  permission: 'things:write',
  takesBytes: true,
  response: data(z.record(z.string(), z.unknown())),
  example: {},
  handle: async ({ bytes, headers }) => {
    const hash = createHash('sha256')
    for await (const chunk of bytes) hash.update(chunk as Buffer)
    return { contentType: headers['content-type'], sha256: hash.digest('hex') }
  },
})
