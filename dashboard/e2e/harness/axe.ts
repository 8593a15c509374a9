import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { contrastFindings, type Finding, type Scope } from './contrast.ts'

// The minified build: every page parses it.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export type Check = { rules?: readonly string[]; within?: string; except?: string }

const contrast = 'color-contrast'

// Axe never calls these serious, and they look at every element of a page.
const unrated = [
  'region',
  'heading-order',
  'landmark-unique',
  'aria-allowed-role',
  'presentation-role-conflict',
]

const isLong = Boolean(process.env.STOA_TEST_SLOW)

/** What axe calls serious or critical on the current page, by all of its rules or by some. */
export async function seriousFindings(page: Page, { rules, within, except }: Check = {}): Promise<string[]> {
  // By the debugger, which our policy does not bind: a script element would be refused.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(source)
  const scope = { include: [within ?? 'html'], ...(except ? { exclude: [except] } : {}) }
  const apart = isLong ? [] : [contrast]
  const others = rules?.filter((rule) => !apart.includes(rule))
  const isContrastApart = apart.length > 0 && (rules?.includes(contrast) ?? true)
  const findings = [
    ...(others?.length === 0 ? [] : await scan(page, scope, others, apart)),
    ...(isContrastApart ? await contrastFindings(page, scope) : []),
  ]
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    )
}

function scan(
  page: Page,
  scope: Scope,
  rules: readonly string[] | undefined,
  apart: readonly string[],
): Promise<Finding[]> {
  const off = Object.fromEntries([...unrated, ...apart].map((rule) => [rule, { enabled: false }]))
  // Without preloading style sheets once more: no rule that runs here reads them.
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules ? { runOnly: rules } : { rules: off }),
  }
  return page.evaluate(
    `axe.run(${JSON.stringify(scope)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
}
