import { dirname, join } from 'node:path'
import type { ChildSettings } from '../child/main.ts'
import type { ImageSettings } from '../child/python/build-image.ts'
import type { Language } from '../wire/messages.ts'
import type { ChildCommand } from './child-process.ts'
import { placeOfPackage } from './packages.ts'

export type CommandSettings = {
  programs: string
  memoryBytes: number
  isSealable: boolean
}

export type PythonImage = { folder: string; key: string }

/** The command lines of everything that is started: engines and the builder of the image. */
export type Commands = {
  forLanguage(language: Language, image: PythonImage | null): ChildCommand
  forImage(folder: string): { command: string; args: string[] }
}

const mebibyte = 1024 * 1024

export function createCommands({ programs, memoryBytes, isSealable }: CommandSettings): Commands {
  const koffi = placeOfPackage('koffi')
  const quickjs = placeOfPackage('quickjs-wasi')
  const pyodide = placeOfPackage('pyodide')

  /** Before it is sealed a child may read its own programs and packages, and nothing else. */
  const flags = (folders: readonly string[]) => [
    '--permission',
    '--allow-addons',
    ...[programs, koffi.folder, join(dirname(koffi.folder), '@koromix'), '/proc/self/status', ...folders].map(
      (path) => `--allow-fs-read=${path}`,
    ),
    '--no-warnings',
    '--disable-sigusr1',
    '--expose-gc',
    '--v8-pool-size=1',
    // Of the ten thousand functions of CPython a script needs few.
    '--wasm-lazy-compilation',
    // The kernel's limit is the one that holds. A low one here makes V8 collect at every growth of a WASM memory.
    '--max-old-space-size=512',
    '--max-semi-space-size=2',
  ]

  function settingsFor(engine: ChildSettings['engine'], extraBytes: number): string {
    const seal = isSealable ? { extraBytes, parentPid: process.pid } : null
    return JSON.stringify({ koffi: koffi.entry, seal, engine } satisfies ChildSettings)
  }

  const program = (path: string) => join(programs, 'child', path)

  return {
    forLanguage(language, image) {
      const common = { language, command: process.execPath, mustBeSealed: isSealable }
      if (language === 'javascript') {
        const settings = settingsFor({ language, quickjs, memoryBytes }, 4 * memoryBytes)
        return { ...common, args: [...flags([quickjs.folder]), program('main.mjs'), settings] }
      }
      if (image === null) throw new Error('there is no image of an interpreter yet')
      // Files lie outside of the interpreter's memory, and are copied while they grow.
      const settings = settingsFor({ language, pyodide, image, memoryBytes }, memoryBytes + 256 * mebibyte)
      return {
        ...common,
        args: [...flags([pyodide.folder, image.folder]), program('main.mjs'), settings],
      }
    },
    forImage(folder) {
      const settings = JSON.stringify({ pyodide, folder } satisfies ImageSettings)
      const args = ['--permission', `--allow-fs-read=${programs}`, `--allow-fs-read=${pyodide.folder}`]
      return {
        command: process.execPath,
        args: [
          ...args,
          `--allow-fs-write=${folder}`,
          '--no-warnings',
          program('python/build-image.mjs'),
          settings,
        ],
      }
    },
  }
}
