import type { FileTypeRule } from '@stoa/sdk'
import type { FileType } from '../file-types.tsx'

// Audio recordings may come in video containers, so video is checked first.
const order: FileType[] = ['image', 'video', 'audio', 'document']

// Browsers know no media type for some plain texts.
const textNames = /\.(?:md|txt|log|csv|tsv|ya?ml|toml|ini|jsonl|ndjson|[jt]sx?|py|sql|sh)$/i

type Chosen = { name: string; type: string; size: number }

/** Where a file belongs by what the browser says of it. The server looks into it and has the last word. */
export function guessType({ name, type, size }: Chosen, rules: readonly FileTypeRule[]): FileType {
  const mimeType = type || (textNames.test(name) ? 'text/plain' : '')
  const found = order.find((fileType) => {
    const rule = rules.find((each) => each.fileType === fileType)
    return rule && size <= rule.maxResumableBytes && rule.accepts.some((each) => isOf(each, mimeType))
  })
  return found ?? 'other'
}

const isOf = (pattern: string, mimeType: string) =>
  pattern === mimeType || (pattern.endsWith('/*') && mimeType.startsWith(pattern.slice(0, -1)))
