import type { UsageEntry } from '@stoa/sdk'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { JsonBlock } from '../../components/code/code-block.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { DescriptionList } from '../../components/layout/page.tsx'
import { exactTime } from '../../components/text/relative-time.ts'
import { EndUserName } from '../end-users/end-user-name.tsx'
import { KeyLink } from '../keys/key-link.tsx'
import { ToolLink } from '../tools/tool-link.tsx'
import { EntryState, withoutBalance } from './ledger-columns.tsx'
import { typeNames } from './usage-types.ts'
import { runFacts, workFacts } from './work-facts.tsx'

const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 12 })
const signed = new Intl.NumberFormat('en', { maximumFractionDigits: 12, signDisplay: 'exceptZero' })

/** "1 call", "57 tokens": units are named in the plural. */
const inUnits = (count: number, unit: string) => `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`

type EntryDetailsProps = { entry: UsageEntry; userName: string | undefined; onClose(): void }

/** One entry to the last decimal, with everything it names. */
export function EntryDetails({ entry, userName, onClose }: EntryDetailsProps) {
  const quantity = Object.entries(entry.quantity).map(([unit, count]) => inUnits(count ?? 0, unit))
  return (
    <Dialog
      title={`${typeNames[entry.type]}: ${signed.format(entry.delta)} credits`}
      width="wide"
      onClose={onClose}
    >
      <DescriptionList
        facts={[
          ['Time', exactTime(new Date(entry.createdAt))],
          ['State', <EntryState key="state" status={entry.status} />],
          ['Balance after', entry.balanceAfter === null ? withoutBalance : exact.format(entry.balanceAfter)],
          ['Cost', `$${exact.format(entry.usdCost)}`],
          ...(quantity.length > 0 ? [['Quantity', quantity.join(', ')] as const] : []),
          ...(entry.priceRef ? [['Price', <code key="price">{entry.priceRef}</code>] as const] : []),
          ...(entry.eUID
            ? [['End user', <EndUserName key="user" id={entry.eUID} name={userName} />] as const]
            : []),
          ...(entry.modelId ? [['Model', <code key="model">{entry.modelId}</code>] as const] : []),
          ...(entry.toolSlug ? [['Tool', <ToolLink key="tool" slug={entry.toolSlug} />] as const] : []),
          ...runFacts(entry),
          ...(entry.apiKeyId ? [['API key', <KeyLink key="key" id={entry.apiKeyId} />] as const] : []),
          ...(entry.workId ? workFacts(entry.workId) : []),
          ['Entry ID', <CopyId key="id" id={entry.id} label="Entry ID" />],
        ]}
      />
      {Object.keys(entry.metadata).length > 0 && <JsonBlock value={entry.metadata} />}
    </Dialog>
  )
}
