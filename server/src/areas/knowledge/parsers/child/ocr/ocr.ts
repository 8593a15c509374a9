import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { gunzipSync } from 'node:zlib'

/** Where the library and its data are: all of it is read before the process is sealed, and nothing is ever fetched. */
export type OcrEntries = {
  program: string
  wasm: string
  languages: readonly { code: string; file: string }[]
}

/** The text of an image. */
export type Ocr = { read(image: Buffer, orientation: number): string }

/** The library is in an unknown state; its process must end. */
export class OcrCrash extends Error {}

/** The image cannot be decoded. */
export class UnreadableImage extends Error {}

type Tesseract = {
  FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void }
  TessBaseAPI: new () => {
    Init(folder: null, languages: string, engine: number): number
    SetVariable(name: string, value: string): boolean
    SetImageFile(orientation: number, angle: number, upscale: number): number
    Recognize(monitor: null): number
    MeanTextConf(): number
    GetUTF8Text(): string
    Clear(): void
  }
}

const neuralEngine = 1
const lowPriority = 10
// What is read into the noise of a photograph is below, what is read of a bad scan is above.
const minConfidence = 40

/** Loads Tesseract, compiled to WebAssembly. Reading an image takes seconds, so the process has a low priority. */
export async function loadOcr({ program, wasm, languages }: OcrEntries): Promise<Ocr> {
  setPriority(lowPriority)
  const { default: load } = (await import(program)) as {
    default(options: object): Promise<Tesseract>
  }
  const silent = () => {}
  const library = await load({ wasmBinary: readFileSync(wasm), print: silent, printErr: silent })
  for (const { code, file } of languages)
    library.FS.writeFile(`${code}.traineddata`, gunzipSync(readFileSync(file)))
  const api = new library.TessBaseAPI()
  const names = languages.map(({ code }) => code).join('+')
  if (api.Init(null, names, neuralEngine) !== 0) throw new Error(`Tesseract cannot read ${names}`)

  function recognize(orientation: number): string | null {
    if (api.SetImageFile(orientation, 0, 1) !== 0) return null
    if (api.Recognize(null) !== 0) return null
    return api.MeanTextConf() < minConfidence ? '' : api.GetUTF8Text()
  }

  return {
    read(image, orientation) {
      let text: string | null
      try {
        library.FS.writeFile('/input', image)
        text = recognize(orientation)
        api.Clear()
        library.FS.unlink('/input')
      } catch (error) {
        throw new OcrCrash('the text recognition has ended', { cause: error })
      }
      if (text === null) throw new UnreadableImage('the image cannot be decoded')
      return text.trim()
    },
  }
}
