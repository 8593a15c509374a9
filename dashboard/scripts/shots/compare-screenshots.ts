import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

export type ScreenshotChange = {
  name: string
  /** Of all pixels, 0 to 1; 1 where the size changed, or the file is new or gone. */
  share: number
}

// Times and IDs differ in each run: on no page are they more than this.
const ignoredShare = 0.005

const screenshotsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.png')).sort()

/** What looks different in two folders with screenshots of the same names, the most changed first. The browser decodes them. */
export async function compareScreenshots(
  page: Page,
  before: string,
  after: string,
): Promise<ScreenshotChange[]> {
  const [old, current] = [new Set(await screenshotsIn(before)), new Set(await screenshotsIn(after))]
  const changes: ScreenshotChange[] = []
  for (const name of new Set([...old, ...current])) {
    const share =
      old.has(name) && current.has(name)
        ? await page.evaluate(differentShare, [
            await dataUrl(join(before, name)),
            await dataUrl(join(after, name)),
          ] as const)
        : 1
    if (share > ignoredShare) changes.push({ name, share })
  }
  return changes.sort((a, b) => b.share - a.share)
}

const dataUrl = async (path: string): Promise<string> =>
  `data:image/png;base64,${(await readFile(path)).toString('base64')}`

/** Runs in the page, so it uses nothing from here. */
async function differentShare([before, after]: readonly [string, string]): Promise<number> {
  const pixelsOf = async (url: string) => {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    return context.getImageData(0, 0, image.width, image.height)
  }
  const [old, current] = [await pixelsOf(before), await pixelsOf(after)]
  if (old.width !== current.width || old.height !== current.height) return 1
  // Edges of letters are drawn a little differently each time.
  const tolerance = 24
  let different = 0
  for (let i = 0; i < old.data.length; i += 4) {
    const isSame = [0, 1, 2].every((c) => Math.abs(old.data[i + c]! - current.data[i + c]!) <= tolerance)
    if (!isSame) different++
  }
  return different / (old.data.length / 4)
}

/** A page that shows each change beside what was there before. */
export async function writeComparison(
  file: string,
  changes: readonly ScreenshotChange[],
  folders: { before: string; after: string },
): Promise<void> {
  const rows = changes.map(
    ({ name, share }) => `<h2>${name} <small>${(share * 100).toFixed(1)} %</small></h2>
<p><img alt="before" src="${folders.before}/${name}"> <img alt="after" src="${folders.after}/${name}"></p>`,
  )
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><title>Changed screenshots</title>
<style>body { font: 14px system-ui; margin: 24px } img { width: 48%; border: 1px solid #999; vertical-align: top }</style>
<h1>${changes.length} changed</h1>
${rows.join('\n')}\n`,
  )
}
