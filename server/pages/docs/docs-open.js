import { renderOperation } from './docs-operation.js'
import { createTryPanel } from './docs-try.js'
import { describeOperation } from './operation.js'

/** Shows one operation at a time, in the middle to read and on the right to try. */
export function createOpener({ spec, session, article, aside }) {
  const tryPanel = createTryPanel(aside, spec, session)
  return (listed) => {
    const operation = describeOperation(spec, listed)
    renderOperation(article, spec, operation)
    tryPanel.open(operation)
  }
}
