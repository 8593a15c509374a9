/**
 * What a guest could try that has already broken out of its interpreter and runs its own code in the process: any
 * function of Node, any system call. Nothing here may do more than change the process itself.
 */
export type Probe = { name: string; attempt(tools: ProbeTools): unknown }

export type ProbeTools = {
  /** The result of a system call, or the negative errno. */
  call(number: number, ...args: (number | bigint)[]): number
  text(value: string): bigint
  /** A text at a 32-bit memory address. */
  lowText(value: string): number
  /** Runs bytes as a function of four numbers. */
  machineCode(bytes: Uint8Array, words: readonly number[]): number
  canary: { file: string; folder: string; port: number }
  parentPid: number
}
