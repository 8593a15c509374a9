export type PreviewKind = 'image' | 'audio' | 'video' | 'pdf' | 'csv' | 'json' | 'markdown' | 'text' | 'none'

const texts = /^text\/|^application\/(?:xml|yaml|x-ndjson|rtf)$|\+xml$/

/** How a file can be shown without anything in it being run. What could hold a script is shown as its source. */
export function previewKindOf({ mimeType, extension }: { mimeType: string; extension: string }): PreviewKind {
  if (mimeType === 'text/csv' || mimeType === 'text/tab-separated-values' || /^[ct]sv$/.test(extension))
    return 'csv'
  if (mimeType === 'application/json') return 'json'
  if (mimeType === 'application/pdf') return 'pdf'
  // An image element runs no scripts of an SVG and loads nothing that it names.
  if (mimeType.startsWith('image/')) return 'image'
  if (mimeType.startsWith('audio/')) return 'audio'
  if (mimeType.startsWith('video/')) return 'video'
  if (mimeType === 'text/markdown' || /^(?:md|mdx|markdown)$/.test(extension)) return 'markdown'
  if (texts.test(mimeType)) return 'text'
  return 'none'
}
