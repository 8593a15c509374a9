import { readFileSync } from 'node:fs'

type ScriptCase = { skill: string; path: string; input: unknown; result: unknown }

/** What each script of the shipped skills returns for an input. */
export const scriptCases: readonly ScriptCase[] = JSON.parse(
  readFileSync(new URL('script-cases.json', import.meta.url), 'utf8'),
)
