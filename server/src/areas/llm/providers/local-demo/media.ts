import type { MadeMedia, MediaCall } from '../media.ts'
import { ProviderFailure } from '../port.ts'

/** Placeholders that say what they are, so that media can be tried without a provider. No model makes them. */
export async function localMedia({ input }: Pick<MediaCall, 'input'>): Promise<MadeMedia> {
  switch (input.kind) {
    case 'image': {
      const picture = placeholder(input.size ?? '512x512', input.prompt)
      return { files: Array.from({ length: input.n ?? 1 }, () => picture), transcript: null }
    }
    case 'tts':
      return { files: [tone()], transcript: null }
    default:
      throw new ProviderFailure('invalid', `there is no placeholder for ${input.kind}`)
  }
}

const maxSide = 4096
const promptPreview = 60

function placeholder(size: string, prompt: string): Uint8Array {
  const [width = 512, height = 512] = size.split('x').map((side) => Math.min(Number(side), maxSide))
  const line = (y: number, text: string) =>
    `<text x="50%" y="${y}%" text-anchor="middle" font-family="sans-serif" font-size="${Math.ceil(width / 22)}" fill="#333">${escaped(text)}</text>`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `<rect width="100%" height="100%" fill="#eee" stroke="#999" stroke-dasharray="8"/>${line(42, 'Offline demo')}` +
      `${line(52, 'placeholder, not made by a model')}${line(64, prompt.slice(0, promptPreview))}</svg>`,
  )
}

const names: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

/** Characters that no XML may hold are left out. */
const escaped = (text: string): string =>
  text.replace(/[<>&"]/g, (signature) => names[signature]!).replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD]/g, '')

const rate = 8000
const seconds = 0.5
const pitch = 440
const headerBytes = 44

/** Half a second of one tone: no one takes it for speech. */
function tone(): Uint8Array {
  const samples = rate * seconds
  const wav = Buffer.alloc(headerBytes + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at++)
    wav.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * pitch * at) / rate)), headerBytes + at * 2)
  return wav
}
