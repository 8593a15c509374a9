import { useState } from 'react'
import { preferences } from '../../state/preferences.ts'
import { CopyButton } from '../actions/copy-button.tsx'
import { type ApiCall, toCurl, toPython, toSdk } from './call-snippets.ts'
import './code-block.css'

type Snippet = { label: string; text: string }

/** Text to take along, in one or more languages; the choice is remembered for all of them. */
export function CodeBlock({ snippets }: { snippets: readonly [Snippet, ...Snippet[]] }) {
  const [chosen, setChosen] = useState(() => preferences.get('language'))
  const shown = snippets.find(({ label }) => label === chosen) ?? snippets[0]
  const choose = (label: string) => {
    preferences.set('language', label)
    setChosen(label)
  }
  return (
    <div className="code">
      <div className="code-head">
        <div className="code-tabs">
          {snippets.map(({ label }) => (
            <button
              key={label}
              type="button"
              className="code-tab"
              aria-pressed={label === shown.label}
              onClick={() => choose(label)}
            >
              {label}
            </button>
          ))}
        </div>
        <CopyButton text={shown.text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled with the arrow keys. */}
      <pre tabIndex={0}>
        <code>{shown.text}</code>
      </pre>
    </div>
  )
}

export const ApiCallCode = ({ call }: { call: ApiCall }) => (
  <CodeBlock
    snippets={[
      { label: 'curl', text: toCurl(call, location.origin) },
      { label: 'TypeScript', text: toSdk(call, location.origin) },
      // A form with a file in it needs more than the library that comes with Python.
      ...(call.file === undefined ? [{ label: 'Python', text: toPython(call, location.origin) }] : []),
    ]}
  />
)

export const JsonBlock = ({ value }: { value: unknown }) => (
  <CodeBlock snippets={[{ label: 'JSON', text: JSON.stringify(value, null, 2) }]} />
)
