import type { ThreadBranch, ThreadComparison } from '@stoa/sdk'
import { useParams } from '@tanstack/react-router'
import Columns2 from 'lucide-react/icons/columns-2'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { SelectField } from '../../../components/form/field.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { branchesPath, comparePath, threadUrl, titleOf } from '../../../features/chat/chat-api.ts'
import { useThreadHead } from '../../../features/chat/use-thread.ts'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { ToolNames } from '../../../features/tools/tool-names.tsx'
import { useFilters } from '../../../filters.ts'
import { useRead } from '../../../project.ts'
import { CallDifferences } from './call-differences.tsx'
import { CommonMessages, SideView } from './side-view.tsx'
import './compare.css'

const pollMs = 1_000

type Choice = { left: number; right: number }

/** What is compared: the branches of the URL, else the current one with the one that it was forked from. */
function choiceOf(branches: readonly ThreadBranch[], left?: string, right?: string): Choice | null {
  const has = (text: string | undefined) => branches.find(({ branch }) => String(branch) === text)
  const first = has(left) ?? branches.find(({ isCurrent }) => isCurrent)
  if (!first) return null
  const others = branches.filter(({ branch }) => branch !== first.branch)
  const second = has(right) ?? others.find(({ branch }) => branch === first.parent) ?? others.at(-1)
  return second ? { left: first.branch, right: second.branch } : null
}

/** Two branches of a conversation side by side: messages, cost and tool calls. */
export function ComparePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { filters } = useFilters()
  const { data: thread } = useThreadHead(id, actAs, pollMs)
  const isBusy = thread?.status === 'busy'
  const refetchInterval = isBusy ? pollMs : false
  const params = { thread_id: id }
  const branches = useRead(
    ['chat', 'thread', id, 'branches', thread?.updated_at],
    (api, signal) => actAs(api).get(branchesPath, { params, signal }),
    { keepsPrevious: true },
  )
  const choice = branches.data ? choiceOf(branches.data, filters.left, filters.right) : null
  const comparison = useRead(
    ['chat', 'thread', id, 'compare', choice, thread?.updated_at],
    (api, signal) => {
      const query = { branch: choice!.left, with: String(choice!.right) }
      return actAs(api).get(comparePath, { params, query, signal })
    },
    { isEnabled: choice !== null, keepsPrevious: true, refetchInterval },
  )
  const error = branches.error ?? comparison.error
  return (
    <Page
      title="Compare"
      width="wide"
      back={{ to: threadUrl(id), label: thread ? titleOf(thread) : 'Conversation' }}
      badge={isBusy && <Status kind="warn">Running</Status>}
      calls={[
        {
          title: 'Compare two branches',
          call: {
            method: 'GET',
            path: comparePath,
            params,
            query: { branch: choice?.left.toString(), with: choice?.right.toString() },
            headers: actingHeaders(),
          },
        },
        {
          title: 'List branches',
          call: { method: 'GET', path: branchesPath, params, headers: actingHeaders() },
        },
      ]}
    >
      {error && !comparison.data && <ErrorAlert error={error} retry={() => void comparison.refetch()} />}
      {branches.data && choice === null && (
        <EmptyState icon={<Columns2 size={24} aria-hidden />} title="Nothing to compare">
          This conversation has one branch. Edit a message or regenerate a response to have a second one.
        </EmptyState>
      )}
      {!error && choice !== null && !comparison.data && <SkeletonLines count={8} />}
      {comparison.data && choice !== null && (
        <ToolNames slugs={slugsOf(comparison.data)}>
          <Comparison comparison={comparison.data} choice={choice} branches={branches.data ?? []} />
        </ToolNames>
      )}
    </Page>
  )
}

const slugsOf = ({ left, right }: ThreadComparison): string[] =>
  [...left.toolCalls, ...right.toolCalls].map(({ name }) => name)

type ComparisonProps = { comparison: ThreadComparison; choice: Choice; branches: readonly ThreadBranch[] }

function Comparison({ comparison, choice, branches }: ComparisonProps) {
  const { set } = useFilters()
  const { left, right, commonMessages, toolCalls } = comparison
  const choices = branches.map(({ branch, isCurrent }) => ({
    value: String(branch),
    label: isCurrent ? `Branch ${branch + 1} (current)` : `Branch ${branch + 1}`,
  }))
  const select = (side: 'left' | 'right', label: string) => (
    <SelectField
      label={label}
      name={side}
      value={String(choice[side])}
      choices={choices}
      onChange={(value) => set({ left: String(choice.left), right: String(choice.right), [side]: value })}
    />
  )
  return (
    <div className="stack">
      <CommonMessages messages={left.messages.slice(0, commonMessages)} />
      <div className="compare">
        <SideView
          label="Left"
          head={select('left', 'Left')}
          side={left}
          other={right}
          common={commonMessages}
        />
        <SideView
          label="Right"
          head={select('right', 'Right')}
          side={right}
          other={left}
          common={commonMessages}
        />
      </div>
      <CallDifferences calls={toolCalls} />
    </div>
  )
}
