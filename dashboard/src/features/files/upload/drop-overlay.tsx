import Upload from 'lucide-react/icons/upload'
import './drop-overlay.css'

/** Over the page while files are dragged across it. */
export const DropOverlay = ({ label }: { label: string }) => (
  <div className="drop-overlay" aria-hidden>
    <Upload size={28} />
    {label}
  </div>
)
