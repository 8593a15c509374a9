/** A pause that can be cut short, also by a call that came before it began. */
export function createInterruptibleSleep() {
  let isWoken = false
  let wake = () => {}
  return {
    ring() {
      isWoken = true
      wake()
    },
    isRung: () => isWoken,
    /** Forgets earlier calls: whatever they announced is about to be looked at. */
    reset() {
      isWoken = false
    },
    sleep(ms: number): Promise<void> {
      if (isWoken) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}
