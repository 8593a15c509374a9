import { readdirSync, readFileSync } from 'node:fs'

export type Document = { title: string; content: string }
export type Question = { question: string; contains: string }

const root = new URL('../../../', import.meta.url)
const alone = ['ARCHITECTURE.md', 'CONTRIBUTING.md']
// Mostly requests and a list of tests, and no prose.
const left = /^docs\/(guide\/|security\/threats\.md$)/
const packages = ['fastify', 'pino', 'undici']

/** Our own documentation: prose that was not written for a test, with questions that share few words with it. */
export function readDocuments(): Document[] {
  const docs = readdirSync(new URL('docs', root), { recursive: true }).map((path) => `docs/${path}`)
  return [...docs, ...alone]
    .filter((path) => path.endsWith('.md') && !left.test(path))
    .sort()
    .map((path) => ({ title: path, content: readFileSync(new URL(path, root), 'utf8') }))
}

/** The documentation of packages that others wrote: what is found in a collection depends on how much else is in it. */
export const readPackageDocuments = (): Document[] => packages.flatMap(documentsOf)

function documentsOf(name: string): Document[] {
  const all = readFileSync(new URL(`./packages/${name}/docs.txt`, import.meta.url), 'utf8')
  return all.split(/^=== /m).flatMap((part) => {
    const end = part.indexOf('\n')
    return end < 0 ? [] : [{ title: `${name}/${part.slice(0, end)}`, content: part.slice(end + 1) }]
  })
}

export const readQuestions = (): Question[] => questionsIn('./questions.txt')

export const readPackageQuestions = (): Question[] => questionsIn('./packages/questions.txt')

const questionsIn = (path: string): Question[] =>
  readFileSync(new URL(path, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(' => ')
      return at < 0 || line.startsWith('#')
        ? []
        : [{ question: line.slice(0, at), contains: line.slice(at + 4) }]
    })

const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '')

/** Whether a passage holds the words, compared without space and case. */
export const holds = (text: string, words: string): boolean => plain(text).includes(plain(words))
