import type { Page } from 'playwright-core'

export type PageCosts = {
  /** How often the browser placed its boxes. */
  layouts: number
  /** How often it computed styles. */
  styles: number
}

/** Counts what a page makes the browser do. Unlike how long that takes, it hardly depends on how busy the machine is. */
export async function watchCosts(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const metricOf = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value
    return { layouts: metricOf('LayoutCount'), styles: metricOf('RecalcStyleCount') }
  }
  let start = await read()
  return {
    async restart() {
      start = await read()
    },
    async sinceStart(): Promise<PageCosts> {
      const now = await read()
      return { layouts: now.layouts - start.layouts, styles: now.styles - start.styles }
    },
  }
}
