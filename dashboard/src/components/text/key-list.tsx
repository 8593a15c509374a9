import './key-list.css'

/** Keys, and what pressing them does. */
export type KeyMeaning = [string[], string]

export const KeyList = ({ title, entries }: { title: string; entries: readonly KeyMeaning[] }) => (
  <section className="stack">
    <h3>{title}</h3>
    <dl className="key-list">
      {entries.map(([keys, meaning]) => (
        <div key={meaning}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </section>
)
