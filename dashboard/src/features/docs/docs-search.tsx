import Search from 'lucide-react/icons/search'
import '../../components/form/field.css'
import './docs-search.css'

type DocsSearchProps = { label: string; query: string; onQuery(query: string): void }

/** The field above the list of pages or operations; `/` leads to it. */
export const DocsSearch = ({ label, query, onQuery }: DocsSearchProps) => (
  <div className="docs-search">
    <Search size={14} aria-hidden />
    <input
      className="input"
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      data-filter=""
      value={query}
      onChange={(event) => onQuery(event.target.value)}
    />
    <kbd aria-hidden>/</kbd>
  </div>
)
