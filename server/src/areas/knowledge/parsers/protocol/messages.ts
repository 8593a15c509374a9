/** What a document is, as far as it can be seen from its first bytes. */
export type DocumentFormat = 'pdf' | 'zip' | 'html' | 'image'

export const refusalCodes = [
  'unsupported_file',
  'encrypted_file',
  'empty_text',
  'parser_failed',
  'too_large',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

export type ParseOrder = {
  op: 'parse'
  format: DocumentFormat
  /** Of a page, to resolve its links. */
  url?: string
  /** Text recognition: a turn ends after a few pages, so that documents of others get theirs. */
  scan?: ScanOrder
}

export type ScanOrder = {
  /** From 0; none means all pages of an image. */
  pages: readonly number[]
  /** Of the document, after those that were read before. */
  scansLeft: number
}

/** What a page says about itself and about others. */
export type PageFacts = {
  links: string[]
  canonical: string | null
  isIndexable: boolean
  isFollowable: boolean
}

export type ParserMessage =
  /** Pages of a long document. */
  | { t: 'progress'; done: number; total: number }
  /**
   * The text, Markdown with a form feed between pages, is the body. `scans` are pages whose text may be in their images;
   * for an order to read some, those that are left.
   */
  | { t: 'parsed'; title: string | null; scans: number[]; page?: PageFacts }
  | { t: 'refused'; code: RefusalCode; message: string }

export const maxHeaderLength = 512 * 1024
/** Of the text of a source. */
export const maxTextLength = 20 * 1024 * 1024
/** Of one document. */
export const maxScannedPages = 50
export const maxPages = 2_000
/** So many scanned pages are read in a turn: about half a minute. */
export const scansPerTurn = 5
export const maxLinks = 2_000
