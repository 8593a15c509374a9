import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type FakeS3 = {
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** What STOA_BLOBS would be. */
  address: string
  stop(): Promise<void>
}

// Ends the server when its input closes, so that it never outlives a test run that was killed.
const endWithParent = 'data:text/javascript,process.stdin.on("end",()=>process.exit()).resume()'

/** A real S3 server on loopback, in a separate process: its memory and its exception handlers stay out of the test. */
export async function startFakeS3(bucket = 'stoa-test'): Promise<FakeS3> {
  const directory = await mkdtemp(join(tmpdir(), 'stoa-s3-'))
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js')
  const options = [
    '-d',
    directory,
    '-a',
    '127.0.0.1',
    '-p',
    '0',
    '-s',
    '--no-vhost-buckets',
    '--configure-bucket',
    bucket,
  ]
  const child = spawn(
    process.execPath,
    ['--no-deprecation', '--import', endWithParent, program, ...options],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const exited = once(child, 'exit')
  const port = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = /listening on \S+:(\d+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the S3 server ended with ${code}: ${output}`)))
  })
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    bucket,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    address: `s3://${bucket}?endpoint=${endpoint}&forcePathStyle=true`,
    async stop() {
      child.kill()
      await exited
      await rm(directory, { recursive: true, force: true })
    },
  }
}
