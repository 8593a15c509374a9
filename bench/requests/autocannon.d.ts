// The package brings no types; this is the part of it that load.ts uses.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  type Request = { headers: Record<string, string>; body?: string }
  type Options = {
    url: string
    method: 'GET' | 'PATCH' | 'POST'
    headers: Record<string, string>
    connections: number
    /** Seconds. */
    duration: number
    /** Milliseconds between looks at whether the time is over. */
    sampleInt: number
    requests: { setupRequest(request: Request): Request }[]
  }
  type Result = { errors: number; non2xx: number; duration: number }

  function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter<{ response: [client: unknown, status: number, bytes: number, ms: number] }>

  export = autocannon
}
