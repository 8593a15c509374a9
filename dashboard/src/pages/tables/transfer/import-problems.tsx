import TriangleAlert from 'lucide-react/icons/triangle-alert'

/** What cannot work with the file, or with the fields that were chosen. */
export const ImportProblems = ({ problems }: { problems: readonly string[] }) =>
  problems.length > 0 && (
    <div className="mapping-problems" role="status">
      {problems.map((problem) => (
        <p key={problem} className="row">
          <TriangleAlert size={14} aria-hidden />
          {problem}
        </p>
      ))}
    </div>
  )
