import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import type { StdioProgram } from './areas/mcp/index.ts'

const AbsolutePath = z.string().refine(isAbsolute, 'must be an absolute path')

/** The form that MCP clients have, with absolute paths and what the program may read. */
const StdioFile = z.strictObject({
  mcpServers: z.record(
    z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be lower-case letters, digits, - and _'),
    z.strictObject({
      command: AbsolutePath,
      args: z.array(z.string()).default([]),
      env: z.record(z.string(), z.string()).default({}),
      readable: z.array(AbsolutePath).default([]),
      description: z.string().max(1_000).default(''),
    }),
  ),
})

/** Programs that may be run as MCP servers. Callers of the API choose among them by name, and never say what is run. */
export function readStdioFile(path: string): StdioProgram[] {
  if (!isAbsolute(path)) throw new Error('must be the absolute path of a JSON file')
  const parsed = StdioFile.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!parsed.success) {
    const { path: at, message } = parsed.error.issues[0]!
    throw new Error(`has a problem at ${at.join('.')}: ${message}`)
  }
  return Object.entries(parsed.data.mcpServers).map(([name, program]) => ({ name, ...program }))
}
