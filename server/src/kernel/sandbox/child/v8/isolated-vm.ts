/** The package, as far as it is used here; it is not installed unless the operator wants it. */
export type IsolatedVm = {
  Isolate: new (options: { memoryLimit: number }) => Isolate
  Callback: new (work: (name: string, ...args: unknown[]) => unknown) => object
}

export type Isolate = {
  readonly isDisposed: boolean
  createContext(): Promise<Context>
  createContextSync(): Context
  compileScriptSync(source: string, options: { filename: string }): Script
}

export type Context = {
  evalSync(source: string, options: { reference: true }): Reference
  release(): void
}

export type Script = {
  runSync(context: Context, options: { reference: true }): Reference
}

/** Something inside an isolate, held from outside. */
export type Reference = {
  getSync(name: string, options: { reference: true }): Reference
  applySync(
    receiver: undefined,
    args: readonly unknown[],
    options: { result: { reference: true } },
  ): Reference
  applySync(receiver: undefined, args: readonly unknown[]): unknown
  derefInto(): object
}
