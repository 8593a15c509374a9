import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

// The minified build: every page parses it.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Finding = { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }

export type Check = { rules?: readonly string[]; within?: string; except?: string }

// Axe never calls these serious, and they look at every element of a page.
const unrated = [
  'region',
  'heading-order',
  'landmark-unique',
  'aria-allowed-role',
  'presentation-role-conflict',
]
const off = Object.fromEntries(unrated.map((rule) => [rule, { enabled: false }]))

/** What axe calls serious or critical on the current page, by all of its rules or by some. */
export async function seriousFindings(page: Page, { rules, within, except }: Check = {}): Promise<string[]> {
  // By the debugger, which our policy does not bind: a script element would be refused.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(source)
  // Without preloading style sheets once more: no rule that runs here reads them.
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules ? { runOnly: rules } : { rules: off }),
  }
  const context = { include: [within ?? 'html'], ...(except ? { exclude: [except] } : {}) }
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Finding[]
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    )
}
