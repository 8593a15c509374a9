/** A dotted name, such as the type of an event. Where space is short it wraps after a dot. */
export const DottedName = ({ name }: { name: string }) => (
  <code className="dotted-name">
    {name.split('.').map((part, at) => (
      <span key={at}>
        {at > 0 && (
          <>
            .<wbr />
          </>
        )}
        {part}
      </span>
    ))}
  </code>
)
