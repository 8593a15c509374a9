import { scopeGroups, scopeText } from './scope-text.ts'
import './scopes.css'

/** What a key may do, in words, each with its code. */
export const ScopeList = ({ scopes, none }: { scopes: readonly string[]; none: string }) =>
  scopes.length === 0 ? (
    <span className="muted">{none}</span>
  ) : (
    <ul className="scope-list">
      {scopeGroups(scopes)
        .flatMap((group) => group.scopes)
        .map((scope) => (
          <li key={scope}>
            {scopeText(scope)} <code className="muted">{scope}</code>
          </li>
        ))}
    </ul>
  )
