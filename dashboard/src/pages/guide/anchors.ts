import type { Block } from '@stoa/markdown'

/** The id of a heading, as GitHub makes it: a link into a page works here and there. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

export const headingText = (block: Block & { kind: 'heading' }): string =>
  block.line.map(({ text }) => text).join('')

/** The second-level headings of a page. */
export const headingsOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [headingText(block)] : []))
