/** The parts of WebAssembly that are used here: the types of Node do not bring them. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>

  class Module {
    constructor(bytes: Uint8Array)
  }

  class Instance {
    constructor(module: Module, imports?: Imports)
    readonly exports: Record<string, unknown>
  }

  class Memory {
    constructor(limits: { initial: number; maximum?: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }

  class Table {
    readonly length: number
    get(index: number): unknown
    set(index: number, value: unknown): void
  }

  type WebAssemblyInstantiatedSource = { module: Module; instance: Instance }

  let instantiate: (source: unknown, imports?: Imports) => Promise<unknown>
}
