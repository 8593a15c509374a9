import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** What this build calls itself. */
export const product = { name: 'Stoa', version } as const

/** All settings with their defaults; an installed package has it as well. */
export const settingsFile = new URL('../../.env.example', import.meta.url)
