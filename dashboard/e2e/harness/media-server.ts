import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testImage, tone } from '../seed/seed-files.ts'

/**
 * An OpenAI-compatible server for images, speech and transcription. A prompt that contains the word slow gets a response
 * only when it is released, and one that contains forbidden is refused.
 */
export async function startMediaServer() {
  const held: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('latin1')
    if (body.includes('slow')) await new Promise<void>((resolve) => held.push(resolve))
    respond(request.url ?? '', body, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => {
      for (const release of held) release()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

function respond(path: string, body: string, response: ServerResponse): void {
  const json = (status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  if (body.includes('forbidden')) json(400, { error: { message: 'not this', type: 'x', code: null } })
  else if (path.endsWith('/images/generations')) {
    const { n = 1 } = JSON.parse(body) as { n?: number }
    const b64 = Buffer.from(testImage(320, 200)).toString('base64')
    json(200, { created: 1, data: Array.from({ length: n }, () => ({ b64_json: b64 })) })
  } else if (path.endsWith('/audio/speech'))
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(tone())
  else if (path.endsWith('/audio/transcriptions'))
    json(200, {
      text: 'Good morning. The ferry is late.',
      language: 'english',
      duration: 4.5,
      task: 'transcribe',
      segments: [segment(0, 0, 1.5, 'Good morning.'), segment(1, 1.5, 4.5, 'The ferry is late.')],
    })
  else json(404, { error: { message: 'there is nothing here' } })
}

const segment = (id: number, start: number, end: number, text: string) => ({
  id,
  start,
  end,
  text,
  seek: 0,
  tokens: [],
  temperature: 0,
  avg_logprob: -0.1,
  compression_ratio: 1,
  no_speech_prob: 0,
})
