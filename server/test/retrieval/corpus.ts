import { readdirSync, readFileSync } from 'node:fs'

export type Question = { question: string; contains: string }

const root = new URL('../../../', import.meta.url)
const alone = ['ARCHITECTURE.md', 'CONTRIBUTING.md']
// Mostly requests and a list of tests, and no prose.
const left = /^docs\/(guide\/|security\/threats\.md$)/

/** Our own documentation: prose that was not written for a test, with questions that share few words with it. */
export function readDocuments(): { title: string; content: string }[] {
  const docs = readdirSync(new URL('docs', root), { recursive: true }).map((path) => `docs/${path}`)
  return [...docs, ...alone]
    .filter((path) => path.endsWith('.md') && !left.test(path))
    .sort()
    .map((path) => ({ title: path, content: readFileSync(new URL(path, root), 'utf8') }))
}

export const readQuestions = (): Question[] =>
  readFileSync(new URL('./questions.txt', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(' => ')
      return at < 0 ? [] : [{ question: line.slice(0, at), contains: line.slice(at + 4) }]
    })

const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '')

/** Whether a passage holds the words, compared without space and case. */
export const holds = (text: string, words: string): boolean => plain(text).includes(plain(words))
