import { dirname, join } from 'node:path'
import type { ChildSettings } from '../child/main.ts'
import type { ImageSettings } from '../child/python/build-image.ts'
import type { Language } from '../protocol/messages.ts'
import { sealingFilter } from '../seal/filter.ts'
import type { System } from '../seal/system.ts'
import { type Bubblewrap, inBubblewrap } from './bubblewrap.ts'
import type { ChildCommand } from './child-process.ts'
import type { Engines, NativePython } from './engines.ts'
import { locatePackage } from './packages.ts'

export type CommandSettings = {
  programs: string
  memoryBytes: number
  /** What a script is given to stop once it was cancelled, where its engine can listen. */
  cancelGraceMs: number
  engines: Engines
  /** Null where the platform cannot seal a process. */
  syscalls: System['syscalls']
  /** Null where bubblewrap is not installed or may not be used. */
  bubblewrap: Bubblewrap | null
}

export type PythonImage = { folder: string; key: string }

/** The command lines of everything that is started: engines and the builder of the image. */
export type Commands = {
  forLanguage(language: Language, image: PythonImage | null): ChildCommand
  forImage(folder: string): { command: string; args: string[] }
}

const mebibyte = 1024 * 1024

// V8 wants a new thread for tasks of its garbage collector in the isolate of a guest, and a sealed process has none to give: it
// would end with the first full collection. Young objects are collected as ever, old ones not before the memory is used up.
const withoutGcTasks = (memoryBytes: number) => [
  '--no-incremental-marking',
  '--no-minor-gc-task',
  '--no-memory-reducer',
  `--initial-old-space-size=${Math.floor((0.75 * memoryBytes) / mebibyte)}`,
]

export function createCommands(settings: CommandSettings): Commands {
  const { programs, memoryBytes, cancelGraceMs, engines, syscalls, bubblewrap } = settings
  const koffi = locatePackage('koffi')
  // Inside bubblewrap the parent of a child is bubblewrap's own process.
  const parentPid = bubblewrap === null ? process.pid : bubblewrap.parentPid
  const sealFor = (extraBytes: number) => (syscalls === null ? null : { extraBytes, parentPid })

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

  const program = (path: string) => join(programs, 'child', path)

  function nodeArgs(
    engine: ChildSettings['engine'],
    folders: readonly string[],
    extraBytes: number,
  ): string[] {
    const childSettings = { koffi: koffi.entry, seal: sealFor(extraBytes), engine } satisfies ChildSettings
    return [...flags(folders), program('main.mjs'), JSON.stringify(childSettings)]
  }

  function javaScriptArgs(): string[] {
    const language = 'javascript'
    if (engines.javascript === 'quickjs') {
      const quickjs = locatePackage('quickjs-wasi')
      return nodeArgs({ language, quickjs, memoryBytes }, [quickjs.folder], 4 * memoryBytes)
    }
    const v8 = locatePackage('isolated-vm')
    // Its loader looks for the build that fits this Node and this libc.
    const loader = [locatePackage('node-gyp-build').folder, '/etc/alpine-release', dirname(process.execPath)]
    const args = nodeArgs({ language, v8 }, [v8.folder, ...loader], memoryBytes + 64 * mebibyte)
    return [...withoutGcTasks(memoryBytes), ...args]
  }

  function pyodideArgs(image: PythonImage | null): string[] {
    if (image === null) throw new Error('there is no image of an interpreter yet')
    const pyodide = locatePackage('pyodide')
    const engine = { language: 'python', pyodide, image, memoryBytes } as const
    // Files lie outside of the interpreter's memory, and are copied while they grow.
    return nodeArgs(engine, [pyodide.folder, image.folder], memoryBytes + 256 * mebibyte)
  }

  function nativeArgs({ modules }: NativePython): string[] {
    const seal = sealFor(memoryBytes + 64 * mebibyte)
    const sealed =
      syscalls === null || seal === null
        ? null
        : {
            ...seal,
            seccompNumber: syscalls.numbers.seccomp,
            // It stops a script at its deadline by an alarm, having no other thread that could.
            filter: sealingFilter(syscalls, 0, ['setitimer']).toString('base64'),
          }
    // Without the environment and without the user's own packages, no matter who starts it.
    return ['-I', '-B', program('native-python/main.py'), JSON.stringify({ modules, seal: sealed })]
  }

  function wrapped(language: Language, command: string, args: readonly string[]): ChildCommand {
    const walls = { mustBeSealed: syscalls !== null, isInBubblewrap: bubblewrap !== null }
    const common = { language, cancelGraceMs, ...walls }
    return {
      ...common,
      ...(bubblewrap === null ? { command, args } : inBubblewrap(bubblewrap, command, args)),
    }
  }

  return {
    forLanguage(language, image) {
      if (language === 'javascript') return wrapped(language, process.execPath, javaScriptArgs())
      const { python } = engines
      return python === 'pyodide'
        ? wrapped(language, process.execPath, pyodideArgs(image))
        : { ...wrapped(language, python.command, nativeArgs(python)), cancelSignal: 'SIGINT' }
    },
    forImage(folder) {
      const pyodide = locatePackage('pyodide')
      const imageSettings = JSON.stringify({ pyodide, folder } satisfies ImageSettings)
      const args = ['--permission', `--allow-fs-read=${programs}`, `--allow-fs-read=${pyodide.folder}`]
      return {
        command: process.execPath,
        args: [
          ...args,
          `--allow-fs-write=${folder}`,
          '--no-warnings',
          program('python/build-image.mjs'),
          imageSettings,
        ],
      }
    },
  }
}
