import type { HumanRequest } from '@stoa/sdk'
import { Link, useParams } from '@tanstack/react-router'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { JsonTree } from '../../components/code/json-tree.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { StaleNotice } from '../../components/feedback/stale-notice.tsx'
import { Card, DescriptionList, Page } from '../../components/layout/page.tsx'
import { Countdown } from '../../components/text/countdown.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { actAs, actingHeaders } from '../../features/end-users/act-as.ts'
import { EndUserName } from '../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../features/end-users/use-end-user-names.ts'
import { KeyLink } from '../../features/keys/key-link.tsx'
import { questionPath, questionUrl } from '../../features/questions/questions-api.ts'
import { usePendingQuestions } from '../../features/questions/use-pending-questions.ts'
import { useProject, useRead } from '../../project.ts'
import { AnswerForm } from './answer-form.tsx'
import { QuestionState } from './question-state.tsx'
import { RequestedBy } from './requested-by.tsx'
import { questionRoutes } from './routes.ts'
import './questions.css'

// What fits one line of a wide screen is the title itself; more is read as a text.
const longestTitle = 90

export function QuestionPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const {
    data: question,
    error,
    refetch,
  } = useRead(
    ['questions', 'one', id],
    (api, signal) => actAs(api).get(questionPath, { params: { id }, signal }),
    // Polled while pending: another user may answer it.
    { refetchInterval: (read) => (read && read.status !== 'waiting' ? false : 3_000) },
  )
  const back = { to: questionRoutes.list, label: 'Questions' }
  if (!question) {
    return (
      <Page title="Question" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={6} />}
      </Page>
    )
  }
  const options = { params: { id }, headers: actingHeaders(undefined) }
  const isShort = question.question.length <= longestTitle && !question.question.includes('\n')
  return (
    <Page
      title={isShort ? question.question : 'Question'}
      badge={<QuestionState status={question.status} />}
      back={back}
      actions={<NextQuestion id={id} />}
      calls={[
        { title: 'Retrieve', call: { method: 'GET', path: questionPath, ...options } },
        {
          title: 'Answer',
          call: {
            method: 'POST',
            path: `${questionPath}/answer`,
            ...options,
            body: { answer: question.options[0] ?? 'Yes' },
          },
        },
      ]}
    >
      {error && <StaleNotice error={error} />}
      <div className="page-sides">
        <div className="stack">
          {!isShort && <p className="prose">{question.question}</p>}
          {question.status === 'waiting' ? (
            <AnswerForm key={id} question={question} />
          ) : (
            <ImportPreview question={question} />
          )}
          {Object.keys(question.context).length > 0 && (
            <Card title="Context">
              <JsonTree value={question.context} label="Context" />
            </Card>
          )}
        </div>
        <QuestionFacts question={question} />
      </div>
    </Page>
  )
}

/** After a decision the next pending one opens. */
function NextQuestion({ id }: { id: string }) {
  const { data } = usePendingQuestions(5_000)
  const next = data?.data.find((each) => each.id !== id)
  if (!next) return null
  return (
    <Link to={questionUrl(next.id)} className="button">
      Next question
    </Link>
  )
}

const ImportPreview = ({ question: { status, answer } }: { question: HumanRequest }) => (
  <Card title="Answer">
    {status !== 'answered' ? (
      <p className="muted">
        {status === 'expired' ? 'Expired without an answer.' : 'The question was withdrawn.'}
      </p>
    ) : typeof answer === 'string' ? (
      <p className="question-answer">{answer}</p>
    ) : (
      <JsonTree value={answer} label="Answer" />
    )}
  </Card>
)

function QuestionFacts({ question }: { question: HumanRequest }) {
  const nameOf = useEndUserNames([question.eUID])
  return (
    <Card title="Details">
      <DescriptionList
        facts={[
          ['End user', <EndUserName key="user" id={question.eUID} name={nameOf(question.eUID)} />],
          ['Source', <RequestedBy key="run" question={question} />],
          ['Created', <TimeAgo key="created" at={question.createdAt} />],
          question.status === 'waiting'
            ? ['Time left', <Countdown key="left" until={new Date(question.expiresAt)} done="none" />]
            : ['Expired', <TimeAgo key="until" at={question.expiresAt} />],
          ...(question.answeredAt
            ? ([
                ['Answered', <TimeAgo key="answered" at={question.answeredAt} />],
                ['Answered by', <Answerer key="by" by={question.answeredBy} />],
              ] as const)
            : []),
          ['ID', <CopyId key="id" id={question.id} />],
        ]}
      />
    </Card>
  )
}

function Answerer({ by }: { by: string | null }) {
  const { session } = useProject()
  if (by === null) return <span className="muted">none</span>
  if (by === session.account.id) return 'you'
  const [, keyId] = /^key:(.+)$/.exec(by) ?? []
  return keyId ? (
    <>
      API key <KeyLink id={keyId} />
    </>
  ) : (
    <CopyId id={by} label="account" isShort />
  )
}
