import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Runs other benchmarks of this directory by their names, one after the other. */
export async function runNamed(names: readonly string[], isShort: boolean): Promise<void> {
  const files = names.map((name) => fileURLToPath(new URL(`${name}.ts`, import.meta.url)))
  const unknown = names.find((_, index) => !existsSync(files[index]!))
  if (unknown !== undefined) throw new Error(`there is no benchmark ${unknown}`)
  for (const [index, file] of files.entries()) {
    console.log(`## ${names[index]}\n`)
    const child = spawn(process.execPath, [file, ...(isShort ? ['--short'] : [])], { stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`${names[index]} failed`)
  }
}
