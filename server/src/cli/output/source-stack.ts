import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const frameForm = /(file:\/\/\/[^\s():]+\.js):(\d+):(\d+)/g

/**
 * A stack with the places in the sources instead of those in the bundle. Read when a process ends of a bug, and only
 * then: Node would read all source maps at every start, which takes a fifth of a second.
 */
export function sourceStack(stack: string): string {
  const maps = new Map<string, SourceMap | null>()
  return stack.replaceAll(frameForm, (frame, url: string, line: string, column: string) => {
    const path = fileURLToPath(url)
    if (!maps.has(path)) maps.set(path, readMap(path))
    const entry = maps.get(path)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return frame
    const source = relative(process.cwd(), resolve(dirname(path), entry.originalSource))
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

function readMap(path: string): SourceMap | null {
  const file = `${path}.map`
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : null
}
