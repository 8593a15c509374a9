import { gzipSync } from 'node:zlib'

type File = { path: string; content: string; type?: string }

/** An archive as npm makes them, or as an attacker would. */
export function tarball(files: readonly File[]): Buffer {
  const blocks = files.flatMap(({ path, content, type = '0' }) => {
    const header = Buffer.alloc(512)
    header.write(path, 0)
    header.write(Buffer.byteLength(content).toString(8).padStart(11, '0'), 124)
    header.write(type, 156)
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512)
    body.write(content)
    return [header, body]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}
