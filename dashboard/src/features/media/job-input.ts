export type JobInput = { words: string; files: string[]; parameters: Record<string, unknown> }

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** The input of a job: its prompt or text, its input files, and all other parameters. */
export function readJobInput(input: Readonly<Record<string, unknown>>): JobInput {
  const { prompt, text, fileId, fileIds, ...parameters } = input
  return {
    words: typeof prompt === 'string' ? prompt : typeof text === 'string' ? text : '',
    files: [...(typeof fileId === 'string' ? [fileId] : []), ...idsIn(fileIds)],
    parameters,
  }
}
