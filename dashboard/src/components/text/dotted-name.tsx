/** A dotted name, such as the type of an event. Where there is no room it goes on in a new line after a dot. */
export const Dotted = ({ name }: { name: string }) => (
  <code className="dotted">
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
