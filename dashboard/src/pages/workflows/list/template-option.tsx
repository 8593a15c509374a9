import './list.css'

type TemplateOptionProps = {
  slug: string
  name: string
  description: string
  chosen: string
  onChoose(slug: string): void
}

/** One of the things to start with. */
export const TemplateOption = ({ slug, name, description, chosen, onChoose }: TemplateOptionProps) => (
  <label className="template">
    <span className="template-name">
      <input type="radio" name="template" checked={chosen === slug} onChange={() => onChoose(slug)} />
      {name}
    </span>
    <span className="muted small">{description}</span>
  </label>
)
