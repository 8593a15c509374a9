import './method-label.css'

/** The method is always written out; its colour only helps. */
export const MethodLabel = ({ method }: { method: string }) => (
  <span className="method-label" data-method={method}>
    {method === 'DELETE' ? 'DEL' : method}
  </span>
)
