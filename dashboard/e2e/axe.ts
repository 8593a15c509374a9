import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Finding = { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }

/** What axe calls serious or critical on the page as it stands, by all of its rules or by some. */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // By the debugger, which our policy does not bind: a script element would be refused.
  await page.evaluate(axe.source)
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) }
  const violations = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Finding[]
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    )
}
