export type Asked = { words: string; files: string[]; parameters: Record<string, unknown> }

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** What a job was asked for, apart: its words, the files it starts from, and everything else. */
export function askedOf(input: Readonly<Record<string, unknown>>): Asked {
  const { prompt, text, fileId, fileIds, ...parameters } = input
  return {
    words: typeof prompt === 'string' ? prompt : typeof text === 'string' ? text : '',
    files: [...(typeof fileId === 'string' ? [fileId] : []), ...idsIn(fileIds)],
    parameters,
  }
}
