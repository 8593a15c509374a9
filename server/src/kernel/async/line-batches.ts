// A burst of long lines must not wait in memory for its turn.
const maxChars = 64 * 1024

/**
 * Lines of one turn of the event loop are written together: a system call for each of them was a twentieth of a small
 * request. Nothing stays behind while the process waits, and an urgent line takes all before it along.
 */
export function createLineBatches(write: (lines: string) => void) {
  let lines = ''
  const flush = (): void => {
    if (lines === '') return
    const batch = lines
    lines = ''
    write(batch)
  }
  return {
    add(line: string, isUrgent: boolean): void {
      if (lines === '' && !isUrgent) setImmediate(flush)
      lines += line
      if (isUrgent || lines.length > maxChars) flush()
    },
    flush,
  }
}
