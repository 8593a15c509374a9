import './model-name.css'

/** A model by its name, with the ID by which a request names it. */
export const ModelName = ({ id, name }: { id: string; name: string | undefined }) =>
  name === undefined ? (
    <span className="mono small truncate">{id}</span>
  ) : (
    <span className="named-model">
      <span className="truncate">{name}</span>
      {name !== id && <code className="muted small truncate">{id}</code>}
    </span>
  )
