import type { GuideEntry } from './contents.ts'

const texts = import.meta.glob<string>(
  [
    '../../../../docs/guide/**/*.md',
    '../../../../docs/reference/*.md',
    '../../../../docs/operations/*.md',
    '../../../../docs/security/*.md',
  ],
  { query: '?raw', import: 'default' },
)

export const loadText = ({ file }: GuideEntry): Promise<string> => texts[`../../../../docs/${file}`]!()
