/**
 * Stops this process as a signal would when its parent has exited. npm passes a signal on to the shell that it starts a
 * script with, and most shells die of it without forwarding it to their child.
 */
export function endWithParent(everyMs = 250) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, everyMs)
  watch.unref()
}
